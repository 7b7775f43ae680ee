import { describeError } from '#features/forms/failures.ts'
import { formatDate, formatTime } from '#i18n/format.ts'
import { formatMonthTitle } from './months.ts'
import type { PartProps } from './parts.ts'

/** Reports that a month failed to load and what is shown instead, with a retry button. */
export function CalendarFailure({ calendar, locale, t }: PartProps) {
  const { state, month, retry } = calendar
  if (state.status !== 'failed') return null
  const reason = describeError(state.error, t)
  return (
    <p className="notice" role="alert">
      <span>
        {state.asOf === null
          ? t('calendar:failed', { reason, month: formatMonthTitle(month, locale) })
          : t('calendar:failed_printed', {
              reason,
              time: `${formatDate(state.asOf, locale)} ${formatTime(state.asOf)}`,
            })}
      </span>
      <button type="button" className="button button-quiet" onClick={retry}>
        {t('calendar:retry')}
      </button>
    </p>
  )
}
