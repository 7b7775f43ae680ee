import { formatMonth } from '#i18n/format.ts'
import { DayTitle } from './DayTitle.tsx'
import { EntryList } from './EntryList.tsx'
import { monthOf, noonOf, shiftMonth } from './months.ts'
import type { PartProps } from './parts.ts'
import { WeekStrip } from './WeekStrip.tsx'
import './week-agenda.css'

const SKELETON = ['first', 'second', 'third']

/** For phones and tablets: a week strip for choosing a day, then the programme from that day on. */
export function WeekAgenda({ calendar, locale, t }: PartProps) {
  const { day, month, entries, state, chooseMonth } = calendar
  const next = shiftMonth(month, 1)
  const following = [...entries]
    .filter(([date]) => date > day && monthOf(date) === month)
    .toSorted(([one], [other]) => one.localeCompare(other))
  return (
    <div className="week-agenda">
      <WeekStrip calendar={calendar} locale={locale} t={t} />
      {state.entries === null && state.status === 'loading' ? (
        <div className="agenda-skeleton" aria-hidden="true">
          {SKELETON.map((name) => (
            <p className="skeleton-block" key={name} />
          ))}
        </div>
      ) : (
        <ol className="agenda">
          <li>
            <DayTitle day={day} locale={locale} />
            {entries.has(day) ? (
              <EntryList entries={entries.get(day) ?? []} locale={locale} t={t} />
            ) : (
              state.entries !== null && <p className="free">{t('calendar:empty_day')}</p>
            )}
          </li>
          {following.map(([date, list]) => (
            <li key={date}>
              <DayTitle day={date} locale={locale} />
              <EntryList entries={list} locale={locale} t={t} />
            </li>
          ))}
        </ol>
      )}
      <button type="button" className="button button-quiet go-on" onClick={() => chooseMonth(next)}>
        {t('calendar:go_on', { month: formatMonth(noonOf(`${next}-01`), locale) })}
      </button>
    </div>
  )
}
