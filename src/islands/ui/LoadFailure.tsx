import { NetworkError, TimeoutError } from '#client/errors.ts'
import type { MemberTexts } from './member-texts.ts'
import './member-gate.css'

function reasonOf(error: unknown, t: MemberTexts): string {
  if (error instanceof TimeoutError) return t('errors:timeout')
  return t(error instanceof NetworkError ? 'errors:network' : 'errors:server_error')
}

/** What is missing, why, and how to ask again. */
export function LoadFailure(props: { error: unknown; t: MemberTexts; onRetry: () => void }) {
  const { error, t, onRetry } = props
  return (
    <div className="load-failure" role="alert">
      <p>{t('member:failed', { reason: reasonOf(error, t) })}</p>
      <button type="button" className="button button-quiet" onClick={onRetry}>
        {t('member:retry')}
      </button>
    </div>
  )
}
