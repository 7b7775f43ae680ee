import type { IslandPart } from '#i18n/island-areas.ts'
import { useEffect, useRef } from 'react'
import { formatDate, formatTime } from '#i18n/format.ts'
import type { Scan } from './scan-log.ts'
import { canRepeat, VERDICT_LOOKS, type Verdict } from './verdict.ts'
import { VerdictShape } from './VerdictShape.tsx'

interface Props extends IslandPart<'door'> {
  scan: Scan
  onNext: () => void
  onAgain: () => void
}

/** How long an admission is shown; a refusal is shown until it is dismissed. */
const ADMITTED_MS = 1500

/** The explanation of a verdict, with time and price level. */
function describeVerdict({ name, at, tier }: Verdict, { locale, t }: IslandPart<'door'>): string {
  const time = at === null ? '' : `${formatDate(at, locale)} ${formatTime(at)}`
  return t(`door:text_${name}`, { time, tier: tier ?? '' })
}

/** The server's verdict as a full-screen dialog, by shape, text and colour. */
export function VerdictScreen({ scan, onNext, onAgain, ...part }: Props) {
  const { t } = part
  const { verdict } = scan
  const { tone, shape } = VERDICT_LOOKS[verdict.name]
  const dialog = useRef<HTMLDialogElement>(null)
  const isAdmitted = verdict.name === 'admitted'

  useEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
    return () => element?.close()
  }, [])
  useEffect(() => {
    if (!isAdmitted) return undefined
    const timer = setTimeout(onNext, ADMITTED_MS)
    return () => clearTimeout(timer)
  }, [isAdmitted, onNext])

  return (
    <dialog
      ref={dialog}
      className="verdict"
      data-tone={tone}
      aria-labelledby="verdict-word"
      aria-describedby="verdict-text"
      onCancel={onNext}
    >
      <VerdictShape shape={shape} />
      <h2 id="verdict-word">{t(`door:verdict_${verdict.name}`)}</h2>
      <div id="verdict-text">
        {verdict.title !== null && <p className="verdict-title">{verdict.title}</p>}
        <p>{describeVerdict(verdict, part)}</p>
      </div>
      <div className="verdict-actions">
        {canRepeat(verdict) && (
          <button type="button" className="button" onClick={onAgain}>
            {t('door:again')}
          </button>
        )}
        <button type="button" className="button button-quiet" onClick={onNext}>
          {t('door:next')}
        </button>
      </div>
    </dialog>
  )
}
