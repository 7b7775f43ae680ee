import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { setVenueTimeZone } from '#i18n/format.ts'
import type { TicketData } from '#features/tickets/choice.ts'
import { ShowList } from '#features/tickets/ShowList.tsx'
import { buildShow } from '#tests/fixtures/shows.ts'
import { createIslandTexts } from '#tests/support/create-island-texts.ts'

afterEach(() => setVenueTimeZone('Asia/Shanghai'))

function render(shows: TicketData['shows'], server_time = '2027-01-01T12:00:00Z'): string {
  const data = { shows, server_time } as TicketData
  const t = createIslandTexts('en', 'tickets')
  return renderToStaticMarkup(
    createElement(ShowList, { data, chosen: 1, onChoose() {}, locale: 'en', t }),
  )
}

function readZone(...times: string[]): string | undefined {
  const shows = times.map((time, index) => ({
    ...buildShow({ id: index + 1, starts_at: time, ends_at: time }),
    tiers: [],
  }))
  return /<p class="zone">([^<]*)</.exec(render(shows))?.[1]
}

test("shows the venue's time zone once below the dates", () => {
  setVenueTimeZone('Europe/London')
  expect(readZone('2027-05-08T18:30:00Z', '2027-05-09T18:30:00Z')).toBe(
    'All times are local time at the venue (British Summer Time, UTC+1)',
  )
})

test('shows both zones for dates around a daylight saving change', () => {
  setVenueTimeZone('Europe/London')
  expect(readZone('2027-03-27T19:30:00Z', '2027-03-29T18:30:00Z')).toBe(
    'All times are local time at the venue (Greenwich Mean Time, UTC+0; British Summer Time, UTC+1)',
  )
})

test('shows no zone without dates', () => {
  expect(readZone()).toBeUndefined()
})

test('names the features of a date, such as captions, which its note may omit', () => {
  const show = { ...buildShow({ note: 'Opening night', features: ['captioned'] }), tiers: [] }
  expect(render([show])).toContain('Opening night · Captioned')
})

test.each([
  ['2027-02-28T12:00:00+08:00', 'On sale 3 Mar 2027, 10:00'],
  ['2027-03-02T12:00:00+08:00', 'Members can buy now; on sale to everyone from 3 Mar 2027'],
])('shows at %s: %s', (now, text) => {
  expect(render([{ ...buildShow({ state: 'not_on_sale' }), tiers: [] }], now)).toContain(text)
})
