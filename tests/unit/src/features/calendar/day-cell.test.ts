import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DayCell } from '#features/calendar/DayCell.tsx'
import { createIslandTexts } from '#tests/support/create-island-texts.ts'
import { buildEntry } from './build-entry.ts'

test.each([
  ['en', '1 more on 8 May'],
  ['zh-cn', '05.08 另有 1 项'],
] as const)('the button for further entries names its day in %s', (locale, name) => {
  const cell = createElement(DayCell, {
    day: '2027-05-08',
    entries: [1, 2, 3, 4].map((id) => buildEntry({ id })),
    asOf: null,
    isOutside: false,
    isToday: false,
    isActive: false,
    isOpen: false,
    isPending: false,
    isReady: true,
    locale,
    t: createIslandTexts(locale, 'calendar'),
  })
  expect(renderToStaticMarkup(cell)).toContain(`aria-label="${name}"`)
})
