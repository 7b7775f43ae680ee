import type { DoorTexts } from './texts.ts'

const COMMAND = 'npm run admin -- grant verify +8613800000000'

/** For accounts without the right to verify: who gives it, and how. */
export function NoRight({ t, onRetry }: { t: DoorTexts; onRetry: () => void }) {
  return (
    <div className="door-refused" role="alert">
      <h2>{t('door:no_right')}</h2>
      <p>{t('door:no_right_text')}</p>
      <pre>
        <code>{COMMAND}</code>
      </pre>
      <button type="button" className="button" onClick={onRetry}>
        {t('door:no_right_again')}
      </button>
    </div>
  )
}
