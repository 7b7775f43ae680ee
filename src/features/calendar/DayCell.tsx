import type { CalendarEntry } from '#api/calendar.ts'
import { formatDay, formatTime, formatWeekday } from '#i18n/format.ts'
import { isOver, isNotable, getLabel, getPage } from './entries.ts'
import { getMonth, getNoon } from './months.ts'
import type { PartProps } from './use-calendar.ts'

/** Further entries are collapsed behind a button. */
const MAX_VISIBLE = 3

interface EntryProps extends PartProps {
  entry: CalendarEntry
  tabIndex: 0 | -1 | undefined
}

function CellEntry({ entry, tabIndex, calendar, locale, t }: EntryProps) {
  const { key, tone } = getLabel(entry)
  // A cell has room for one label; the programme of the day shows both.
  const aside = isNotable(entry) ? t(key) : entry.note
  return (
    <li data-kind={entry.kind} data-over={isOver(entry, calendar.state.asOf) || undefined}>
      <a href={getPage(entry, locale)} tabIndex={tabIndex}>
        <span className="visually-hidden">{t(`calendar:one_${entry.kind}`)} </span>
        <span className="numeral">{formatTime(entry.starts_at)}</span>
        {` ${entry.title} `}
        {aside !== null && (
          <span className="aside" data-tone={isNotable(entry) ? tone : undefined}>
            {aside}
          </span>
        )}
      </a>
    </li>
  )
}

interface Props extends PartProps {
  day: string
  isOpen: boolean
}

/** One day of the grid. Only the links of the active day are in the tab order. */
export function DayCell({ day, isOpen, ...part }: Props) {
  const { calendar, locale, t } = part
  const isOutside = getMonth(day) !== calendar.month
  const entries = isOutside ? [] : (calendar.entries.get(day) ?? [])
  const tabIndex = calendar.isReady ? (day === calendar.day ? 0 : -1) : undefined
  const noon = getNoon(day)
  return (
    <td
      data-day={day}
      data-outside={isOutside || undefined}
      data-filled={entries.length > 0 || undefined}
      data-pending={(calendar.isPending && !isOutside) || undefined}
      data-open={isOpen || undefined}
      aria-current={day === calendar.today ? 'date' : undefined}
      tabIndex={tabIndex}
    >
      <time dateTime={day}>
        <span className="numeral date" aria-hidden="true">
          {Number(day.slice(8))}
        </span>
        <span className="visually-hidden">
          {`${formatDay(noon, locale)} ${formatWeekday(noon, locale)}`}
        </span>
      </time>
      {entries.length > 0 && (
        <ul>
          {entries.map((entry) => (
            <CellEntry
              key={`${entry.kind}-${entry.id}`}
              entry={entry}
              tabIndex={tabIndex}
              {...part}
            />
          ))}
        </ul>
      )}
      {entries.length > MAX_VISIBLE && (
        <button
          type="button"
          className="more numeral"
          tabIndex={tabIndex}
          aria-expanded={isOpen}
          aria-label={t('calendar:more_entries', {
            count: entries.length - MAX_VISIBLE,
            day: formatDay(noon, locale),
          })}
        >
          +{entries.length - MAX_VISIBLE}
        </button>
      )}
    </td>
  )
}
