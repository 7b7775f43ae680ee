import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { TicketData, TicketTier } from '#features/tickets/choice.ts'
import { NotOnSale } from '#features/tickets/NotOnSale.tsx'
import { TierRow } from '#features/tickets/TierRow.tsx'
import { buildShow } from '#tests/fixtures/shows.ts'
import { createIslandTexts } from '#tests/support/create-island-texts.ts'

const t = createIslandTexts('en', 'tickets')

function renderOpening(membersFrom: string): string {
  const show = buildShow({ state: 'not_on_sale', member_sale_starts_at: membersFrom })
  const data = { shows: [{ ...show, tiers: [] }] } as unknown as TicketData
  return renderToStaticMarkup(createElement(NotOnSale, { performanceId: 3, data, locale: 'en', t }))
}

test('names the start of sale for members if it is earlier', () => {
  const earlier = renderOpening('2027-03-01T10:00:00+08:00')
  expect(earlier).toContain('On sale from 3 Mar 2027, 10:00')
  expect(earlier).toContain('Members can buy from 1 Mar 2027, 10:00')
  expect(renderOpening('2027-03-03T10:00:00+08:00')).not.toContain('Members')
})

test.each([
  [12, t('tickets:for_members')],
  [0, t('states:show_sold_out')],
])('labels a price level with %i places in the sale for members', (places_left, label) => {
  const tier: TicketTier = {
    id: 1,
    name: 'Stalls',
    price_fen: 8000,
    member_price_fen: 8000,
    places_left,
    state: 'not_on_sale',
  }
  const limit = { max: places_left, by: 'stock', allowed: places_left } as const
  const html = renderToStaticMarkup(
    createElement(TierRow, { tier, count: 0, limit, onChange() {}, t }),
  )
  expect(/data-tone="\w+">([^<]*)</.exec(html)?.[1]).toBe(label)
})
