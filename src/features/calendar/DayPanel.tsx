import type { CalendarEntry } from '#api/calendar.ts'
import { EntryList } from './EntryList.tsx'
import { DayTitle } from './DayTitle.tsx'
import type { PartProps } from './parts.ts'

interface Props extends Pick<PartProps, 'locale' | 't'> {
  day: string
  entries: readonly CalendarEntry[]
  onClose: () => void
}

/** The programme of one day, as a table row below its week. */
export function DayPanel({ day, entries, onClose, locale, t }: Props) {
  return (
    <tr className="day-panel">
      <td colSpan={7}>
        <div className="sheet">
          <DayTitle day={day} locale={locale} />
          <EntryList entries={entries} locale={locale} t={t} />
          <button
            type="button"
            className="close"
            onClick={onClose}
            aria-label={t('calendar:close')}
          >
            <span aria-hidden="true">×</span>
          </button>
        </div>
      </td>
    </tr>
  )
}
