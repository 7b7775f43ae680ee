import { keyOfLoadError } from './load-errors.ts'
import type { MemberTexts } from './member-texts.ts'
import './member-gate.css'

/** What is missing, why, and how to ask again. */
export function LoadFailure(props: { error: unknown; t: MemberTexts; onRetry: () => void }) {
  const { error, t, onRetry } = props
  return (
    <div className="load-failure" role="alert">
      <p>{t('member:failed', { reason: t(keyOfLoadError(error)) })}</p>
      <button type="button" className="button button-quiet" onClick={onRetry}>
        {t('member:retry')}
      </button>
    </div>
  )
}
