import type { IslandPart } from '#i18n/island-areas.ts'
import { useState } from 'react'
import { formatTime } from '#i18n/format.ts'
import { useSeconds } from '#features/ui/use-seconds.ts'
import { UNDO_MS, type Scan } from './scan-log.ts'
import { VERDICT_LOOKS } from './verdict.ts'
import { VerdictShape } from './VerdictScreen.tsx'

interface Props extends IslandPart<'door'> {
  log: readonly Scan[]
  onUndo: (scan: Scan) => Promise<boolean | null>
}

/** The last ten scans. An admission can be undone for five minutes. */
export function ScanLog({ log, onUndo, t }: Props) {
  return (
    <section className="door-log" aria-label={t('door:history')}>
      <h2>{t('door:history')}</h2>
      {log.length === 0 && <p className="door-hint">{t('door:history_none')}</p>}
      <ol>
        {log.map((scan) => (
          <Entry key={scan.nonce} scan={scan} onUndo={onUndo} t={t} />
        ))}
      </ol>
    </section>
  )
}

function Entry({ scan, onUndo, t }: Pick<Props, 'onUndo' | 't'> & { scan: Scan }) {
  const { verdict, at, isUndone, code } = scan
  const { tone, shape } = VERDICT_LOOKS[verdict.name]
  const [state, setState] = useState<'idle' | 'undoing' | 'late' | 'failed'>('idle')
  const isUndoable = verdict.name === 'admitted' && !isUndone
  const secondsLeft = useSeconds(isUndoable ? { until: at + UNDO_MS, notedAt: at } : null)
  const time = formatTime(new Date(at).toISOString())
  const codeEnd = `…${code.slice(-6)}`

  async function undo(): Promise<void> {
    setState('undoing')
    const isDone = await onUndo(scan)
    setState(isDone === null ? 'failed' : isDone ? 'idle' : 'late')
  }

  return (
    <li data-tone={tone}>
      <VerdictShape shape={shape} />
      <span className="numeral">{time}</span>
      <span>
        {t(`door:verdict_${verdict.name}`)}
        {verdict.title !== null && ` · ${verdict.title}`}
        {verdict.tier !== null && ` · ${verdict.tier}`}
        <small className="numeral"> {codeEnd}</small>
      </span>
      <output>
        {isUndone && t('door:undone')}
        {state === 'late' && t('door:undo_late')}
        {state === 'failed' && t('door:undo_failed')}
      </output>
      {secondsLeft > 0 && state !== 'late' && (
        <button
          type="button"
          className="button button-quiet"
          aria-disabled={state === 'undoing'}
          aria-label={`${t('door:undo_of', { time })} ${codeEnd}`}
          onClick={() => state === 'undoing' || void undo()}
        >
          {t('door:undo')}
        </button>
      )}
    </li>
  )
}
