import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { setVenueTimeZone } from '#i18n/format.ts'
import type { TicketData } from '#features/tickets/choice.ts'
import { ShowList } from '#features/tickets/ShowList.tsx'
import { createIslandTexts } from '#tests/support/create-island-texts.ts'

afterEach(() => setVenueTimeZone('Asia/Shanghai'))

const buildShow = (id: number, starts_at: string): TicketData['shows'][number] => ({
  id,
  starts_at,
  ends_at: starts_at,
  place: {
    city: { id: 1, name: 'Leeds' },
    venue: { id: 1, name: 'Red Room' },
    hall: { id: 1, name: 'Stage' },
    address: '1 Theatre Road',
  },
  note: null,
  features: [],
  member_sale_starts_at: starts_at,
  sale_starts_at: starts_at,
  price_from_fen: 8000,
  places_left: 40,
  state: 'on_sale',
  tiers: [],
})

function readZone(...times: string[]): string | undefined {
  const shows = times.map((time, index) => buildShow(index + 1, time))
  const data = { shows, server_time: '2027-01-01T12:00:00Z' } as TicketData
  const t = createIslandTexts('en', 'tickets')
  const html = renderToStaticMarkup(
    createElement(ShowList, { data, chosen: 1, onChoose() {}, locale: 'en', t }),
  )
  return /<p class="zone">([^<]*)</.exec(html)?.[1]
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
