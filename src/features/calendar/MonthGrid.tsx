import { Fragment, useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { formatWeekday } from '#i18n/format.ts'
import { DayCell } from './DayCell.tsx'
import { DayPanel } from './DayProgramme.tsx'
import { moveInDay, findNextDay } from './roving.ts'
import { formatMonthTitle, getMonth, getNoon, listWeeks } from './months.ts'
import type { PartProps } from './use-calendar.ts'
import './month-grid.css'

const readDay = (target: EventTarget): string | undefined =>
  (target as Element).closest<HTMLElement>('[data-day]')?.dataset['day']

/**
 * A month as a grid of days with one tab stop: arrows, Home, End and the page keys move it, Enter
 * opens the programme of a day below its week, Escape closes it.
 */
export function MonthGrid(part: PartProps) {
  const { calendar, locale } = part
  const { month, day, entries, isPending, choose } = calendar
  const table = useRef<HTMLTableElement>(null)
  /** Receives the focus after the next render: a cell or the first link of its programme. */
  const focusNext = useRef<'cell' | 'panel' | null>(null)
  const [openDay, setOpenDay] = useState<string | null>(null)
  const weeks = listWeeks(month)
  const isShown = openDay !== null && getMonth(openDay) === month && entries.has(openDay)
  const opened = isShown ? openDay : null

  useEffect(() => {
    const selector = focusNext.current === 'cell' ? `td[data-day="${day}"]` : '.day-panel a'
    if (focusNext.current) table.current?.querySelector<HTMLElement>(selector)?.focus()
    focusNext.current = null
  })

  function open(date: string): void {
    if (entries.has(date)) setOpenDay(date)
  }

  function enterDay(): void {
    if (!entries.has(day)) return
    if (opened === day) table.current?.querySelector<HTMLElement>('.day-panel a')?.focus()
    else focusNext.current = 'panel'
    open(day)
  }

  function close(): void {
    focusNext.current = 'cell'
    setOpenDay(null)
  }

  function handleKey(event: KeyboardEvent): void {
    const isCell = event.target instanceof HTMLTableCellElement
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape' && opened) close()
    else if (isCell && event.key === 'Enter') enterDay()
    else if (!isCell && moveInDay(event)) return
    else {
      const next = isCell ? findNextDay(day, event.key) : null
      if (next === null) return
      focusNext.current = 'cell'
      choose(next)
    }
    event.preventDefault()
  }

  function handleClick(event: MouseEvent): void {
    const target = event.target as Element
    const clicked = readDay(target)
    if (clicked === undefined || target.closest('a')) return
    choose(clicked)
    if (opened === clicked) setOpenDay(null)
    else open(clicked)
  }

  return (
    <table
      ref={table}
      // The date grid pattern of WAI-ARIA uses a table.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
      role="grid"
      className="month-grid"
      aria-label={formatMonthTitle(month, locale)}
      aria-busy={isPending}
      onKeyDown={handleKey}
      onClick={handleClick}
    >
      <thead>
        <tr>
          {(weeks[0] ?? []).map((first) => (
            <th key={first} scope="col">
              {formatWeekday(getNoon(first), locale)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <Fragment key={week[0]}>
            <tr>
              {week.map((date) => (
                <DayCell key={date} day={date} isOpen={date === opened} {...part} />
              ))}
            </tr>
            {opened !== null && week.includes(opened) && (
              <DayPanel day={opened} onClose={close} {...part} />
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}
