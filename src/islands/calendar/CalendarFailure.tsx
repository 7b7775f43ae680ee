import { keyOfLoadError } from '#islands/ui/load-errors.ts'
import { formatDate, formatTime } from '#i18n/format.ts'
import { formatMonthTitle } from './months.ts'
import type { PartProps } from './parts.ts'

/** Says that a month did not come, what the reader sees instead, and lets them ask again. */
export function CalendarFailure({ calendar, locale, t }: PartProps) {
  const { state, month, retry } = calendar
  if (state.status !== 'failed') return null
  const reason = t(keyOfLoadError(state.error))
  return (
    <p className="calendar-message failure" role="alert">
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
