import type { IslandTexts } from '#i18n/island-areas.ts'
import { describeError } from '#features/forms/failures.ts'

/** Reports that data failed to load, with the reason and a retry button. */
export function LoadFailure(props: {
  error: unknown
  t: IslandTexts<'member'>
  onRetry: () => void
}) {
  const { error, t, onRetry } = props
  return (
    <div className="notice load-failure" role="alert">
      <p>{t('member:failed', { reason: describeError(error, t) })}</p>
      <button type="button" className="button button-quiet" onClick={onRetry}>
        {t('member:retry')}
      </button>
    </div>
  )
}
