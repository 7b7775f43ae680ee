import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createIslandTexts } from '#tests/support/create-island-texts.ts'
import { CalendarHead } from '#features/calendar/CalendarHead.tsx'

type Calendar = Parameters<typeof CalendarHead>[0]['calendar']

const calendar = {
  month: '2027-05',
  today: '2027-05-08',
  filter: { city: null, kind: 'all' },
} as Calendar

test.each([
  [['London'], 0],
  [['London', 'Leeds'], 1],
])('a calendar of %o has a filter of cities only with several of them', (names, count) => {
  const head = createElement(CalendarHead, {
    calendar,
    cities: names.map((name, id) => ({ id, name })),
    kinds: ['performance'],
    locale: 'en',
    t: createIslandTexts('en', 'calendar'),
  })
  expect(renderToStaticMarkup(head).split('<select').length - 1).toBe(count)
})
