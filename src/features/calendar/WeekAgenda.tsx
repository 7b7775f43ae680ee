import { useRef, type PointerEvent } from 'react'
import { formatMonth, formatDay, formatRun, formatWeekday } from '#i18n/format.ts'
import { DayTitle, EntryList } from './DayProgramme.tsx'
import { getMonth, getNoon, shiftMonth, shiftDay, listWeek } from './months.ts'
import type { PartProps } from './use-calendar.ts'
import '#features/ui/lazy-layout.css'
import './week-agenda.css'

const SKELETON = ['first', 'second', 'third']

/** For phones and tablets: a week strip for choosing a day, then the programme from that day on. */
export function WeekAgenda(part: PartProps) {
  const { calendar, locale, t } = part
  const { day, month, entries, state, isPending, chooseMonth } = calendar
  const next = shiftMonth(month, 1)
  const following = [...entries.keys()]
    .filter((date) => date > day && getMonth(date) === month)
    .toSorted()
  return (
    <div className="week-agenda">
      <WeekStrip {...part} />
      {isPending ? (
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
              <EntryList day={day} {...part} />
            ) : (
              state.entries !== null && <p className="free">{t('calendar:empty_day')}</p>
            )}
          </li>
          {following.map((date) => (
            <li key={date} className="lazy-layout">
              <DayTitle day={date} locale={locale} />
              <EntryList day={date} {...part} />
            </li>
          ))}
        </ol>
      )}
      <button type="button" className="button button-quiet go-on" onClick={() => chooseMonth(next)}>
        {t('calendar:go_on', { month: formatMonth(getNoon(`${next}-01`), locale) })}
      </button>
    </div>
  )
}

/** Minimum horizontal swipe, in px, that turns the week. */
const SWIPE_PX = 48

/** The seven days around the chosen one; swiping or the arrow buttons change the week. */
function WeekStrip({ calendar, locale, t }: PartProps) {
  const { day, today, entries, choose } = calendar
  const start = useRef<{ x: number; y: number } | null>(null)
  const week = listWeek(day)
  const [monday = day, sunday = day] = [week.at(0), week.at(-1)]
  const turn = (weeks: -1 | 1) => choose(shiftDay(day, weeks * 7))

  function finishSwipe({ clientX, clientY }: PointerEvent): void {
    if (!start.current) return
    const [dx, dy] = [clientX - start.current.x, clientY - start.current.y]
    start.current = null
    if (Math.abs(dx) >= SWIPE_PX && Math.abs(dx) > Math.abs(dy)) turn(dx < 0 ? 1 : -1)
  }

  return (
    <fieldset
      className="week-strip"
      onPointerDown={({ clientX: x, clientY: y }) => (start.current = { x, y })}
      onPointerUp={finishSwipe}
      onPointerCancel={() => (start.current = null)}
    >
      <legend className="visually-hidden">{t('calendar:week')}</legend>
      <button
        type="button"
        className="turn-week"
        aria-label={t('calendar:previous_week')}
        onClick={() => turn(-1)}
      >
        <span aria-hidden="true">‹</span>
      </button>
      <p className="numeral week-days">
        {formatRun({ from: getNoon(monday), to: getNoon(sunday) }, locale)}
      </p>
      <button
        type="button"
        className="turn-week"
        aria-label={t('calendar:next_week')}
        onClick={() => turn(1)}
      >
        <span aria-hidden="true">›</span>
      </button>
      {week.map((date) => {
        const [noon, list] = [getNoon(date), entries.get(date) ?? []]
        return (
          <button
            key={date}
            type="button"
            className="day"
            aria-pressed={date === day}
            aria-current={date === today ? 'date' : undefined}
            onClick={() => choose(date)}
          >
            <span className="weekday">{formatWeekday(noon, locale)}</span>
            <span className="numeral" aria-hidden="true">
              {Number(date.slice(8))}
            </span>
            <span className="visually-hidden">
              {formatDay(noon, locale)}, {t('calendar:entries', { count: list.length })}
            </span>
            <span className="marks" aria-hidden="true">
              {[...new Set(list.map(({ kind }) => kind))].map((kind) => (
                <i key={kind} data-kind={kind} />
              ))}
            </span>
          </button>
        )
      })}
    </fieldset>
  )
}
