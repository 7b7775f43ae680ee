import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Limit, TicketData, TicketTier } from '#features/tickets/choice.ts'
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

function renderTier(changes: Partial<TicketTier>, limit: Partial<Limit> = {}): string {
  const tier: TicketTier = {
    id: 1,
    name: 'Stalls',
    price_fen: 8000,
    member_price_fen: 8000,
    places_left: 12,
    state: 'on_sale',
    ...changes,
  }
  const { places_left: max } = tier
  const limits: Limit = { max, by: 'stock', allowed: max, ...limit }
  return renderToStaticMarkup(
    createElement(TierRow, { tier, count: 0, limit: limits, onChange() {}, t }),
  )
}

test.each([
  ['not_on_sale', 12, t('tickets:for_members')],
  ['not_on_sale', 0, t('states:show_sold_out')],
  ['all_held', 0, t('states:show_all_held')],
] as const)('labels a price level that is %s with %i places left', (state, places_left, label) => {
  const html = renderTier({ state, places_left })
  expect(/data-tone="\w+">([^<]*)</.exec(html)?.[1]).toBe(label)
})

test('shows a limit beside a level without tickets only if other orders have reached it', () => {
  const text = (by: 'order' | 'account') => t(`tickets:limit_${by}`, { count: 6 })
  const render = (by: 'order' | 'account') => renderTier({}, { max: 0, by, allowed: 6 })
  expect(render('account')).toContain(text('account'))
  expect(render('order')).not.toContain(text('order'))
})

test.each([
  [8000, null],
  [7000, t('tickets:tier_member', { price: '¥70' })],
  [0, t('tickets:tier_members_free')],
])('shows beside a price of ¥80 that members pay %i fen: %s', (member_price_fen, text) => {
  const html = renderTier({ member_price_fen })
  expect(/<small>([^<]*)</.exec(html)?.[1] ?? null).toBe(text)
})

test('lets the buttons of the quantity keep the focus at their limits', () => {
  const html = renderTier({}, { max: 0 })
  expect(html.match(/aria-disabled="true"/g)).toHaveLength(2)
  expect(html).not.toContain(' disabled')
})
