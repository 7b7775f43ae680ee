import { formatDateTime } from '#i18n/format.ts'
import { describeError } from '#features/forms/failures.ts'
import { formatMonthTitle } from './months.ts'
import type { PartProps } from './use-calendar.ts'

/** The notice below a month: how old its states are, or that nothing is on. */
export function CalendarNotice({ calendar, locale, t }: PartProps) {
  const { state, isPending, month, entries, filter } = calendar
  const count = [...entries].reduce(
    (sum, [day, list]) => (day.startsWith(month) ? sum + list.length : sum),
    0,
  )
  const name = formatMonthTitle(month, locale)
  const isFiltered = filter.kind !== 'all' || filter.city !== null
  return (
    <div className="calendar-notice">
      <p className="visually-hidden" aria-live="polite">
        {state.entries === null
          ? isPending && t('calendar:loading', { month: name })
          : t('calendar:announce', { month: name, count })}
      </p>
      {/* A prerendered month stays visible: the failure is reported below it. */}
      {state.entries !== null && <CalendarFailure calendar={calendar} locale={locale} t={t} />}
      {state.entries !== null && count === 0 && (
        <p className="notice" data-tone="quiet">
          <span>{t(isFiltered ? 'calendar:empty_filter' : 'calendar:empty_month')}</span>
          {isFiltered && (
            <button type="button" className="button button-quiet" onClick={calendar.clearFilter}>
              {t('calendar:clear_filter')}
            </button>
          )}
        </p>
      )}
      {state.asOf !== null && state.status !== 'failed' && count > 0 && (
        <p className="as-of">{t('calendar:as_of', { time: formatDateTime(state.asOf, locale) })}</p>
      )}
    </div>
  )
}

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
          : t('calendar:failed_printed', { reason, time: formatDateTime(state.asOf, locale) })}
      </span>
      <button type="button" className="button button-quiet" onClick={retry}>
        {t('calendar:retry')}
      </button>
    </p>
  )
}
