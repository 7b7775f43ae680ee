import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DayCell } from '#features/calendar/DayCell.tsx'
import { useCalendar } from '#features/calendar/use-calendar.ts'
import { createIslandTexts } from '#tests/support/create-island-texts.ts'
import { buildEntry } from './build-entry.ts'

test.each([
  ['en', '1 more on 8 May'],
  ['zh-cn', '05.08 另有 1 项'],
] as const)('the button for further entries names its day in %s', (locale, name) => {
  const entries = [1, 2, 3, 4].map((id) => buildEntry({ id }))
  const month = { month: '2027-05', entries, server_time: '2027-05-08T10:00:00Z' }
  const Day = () =>
    createElement(DayCell, {
      day: '2027-05-08',
      isOpen: false,
      calendar: useCalendar([month], '2027-05-08', ['performance']),
      locale,
      t: createIslandTexts(locale, 'calendar'),
    })
  expect(renderToStaticMarkup(createElement(Day))).toContain(`aria-label="${name}"`)
})
