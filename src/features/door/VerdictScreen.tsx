import type { IslandPart } from '#i18n/island-areas.ts'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { formatMoment } from '#i18n/format.ts'
import type { Scan } from './scan-log.ts'
import { canRepeat, VERDICT_LOOKS, type Verdict, type Shape } from './verdict.ts'

interface Props extends IslandPart<'door'> {
  scan: Scan
  onNext: () => void
  onAgain: () => void
}

/** How long an admission is shown; a refusal is shown until it is dismissed. */
const ADMITTED_MS = 1500

/** The explanation of a verdict, with time and price level. */
function describeVerdict({ name, at, tier }: Verdict, { locale, t }: IslandPart<'door'>): string {
  const time = at === null ? '' : formatMoment(at, locale)
  return t(`door:text_${name}`, { time, tier: tier ?? '' })
}

/** The server's verdict as a full-screen dialog, by shape, text and colour. */
export function VerdictScreen({ scan, onNext, onAgain, ...part }: Props) {
  const { t } = part
  const { verdict } = scan
  const { tone, shape } = VERDICT_LOOKS[verdict.name]
  const dialog = useRef<HTMLDialogElement>(null)
  const isAdmitted = verdict.name === 'admitted'

  // `close` returns the focus while the dialog is in the document: the cleanup of `useEffect` would be too late.
  useLayoutEffect(() => {
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

const PATHS: Record<Shape, string> = {
  tick: 'M14 52 40 78 88 24',
  twice: 'M10 50 30 70 60 34M40 66l6 6 44-48',
  calendar: 'M16 24h68v62H16ZM16 42h68M34 14v18M66 14v18M36 54l28 22M64 54 36 76',
  coin: 'M50 12a38 38 0 1 0 0 76 38 38 0 0 0 0-76ZM34 34l16 20 16-20M50 54v22M36 56h28M36 66h28',
  cross: 'm20 20 60 60M80 20 20 80',
  question: 'M32 36a18 18 0 1 1 26 16c-6 3-8 7-8 14M50 80v4',
  lock: 'M26 46h48v38H26ZM36 46V32a14 14 0 0 1 28 0v14M50 60v10',
  hourglass: 'M28 14h44M28 86h44M32 14c0 26 36 46 36 72M68 14c0 26-36 46-36 72',
  plug: 'M12 88 34 66M30 52l18 18 12-12-18-18ZM52 30l18 18 18-18M62 20 44 38M80 38 62 56',
}

/** The shape of a verdict, recognisable at arm's length. */
export function VerdictShape({ shape }: { shape: Shape }) {
  return (
    <svg className="verdict-shape" viewBox="0 0 100 100" aria-hidden="true">
      <path d={PATHS[shape]} />
    </svg>
  )
}
