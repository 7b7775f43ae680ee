import { describe, expect, test } from 'vitest'
import {
  canChooseShow,
  chooseShow,
  toCounts,
  fitCounts,
  replaceTier,
  isSameCounts,
  getLimit,
  toLines,
  sumPrices,
  type TicketData,
  type TicketShow,
  type TicketTier,
} from '#features/tickets/choice.ts'
import { buildShow } from '#tests/fixtures/shows.ts'

const now = '2027-05-05T12:00:00+08:00'
const buildTier = (change: Partial<TicketTier> = {}): TicketTier => ({
  id: 1,
  name: '甲票',
  price_fen: 38_000,
  member_price_fen: 34_200,
  places_left: 20,
  state: 'on_sale',
  ...change,
})
const buildTicketShow = (change: Partial<TicketShow> = {}): TicketShow => ({
  ...buildShow({ places_left: 40 }),
  tiers: [buildTier(), buildTier({ id: 2, name: '乙票', price_fen: 18_050, places_left: 3 })],
  ...change,
})
const buildData = (shows: TicketShow[]) => ({ shows, server_time: now }) as TicketData

describe('initial choice of a show', () => {
  const soldOut = buildTicketShow({ id: 1, state: 'sold_out' })
  const later = buildTicketShow({ id: 3, starts_at: '2027-05-10T19:30:00+08:00' })
  const sooner = buildTicketShow({
    id: 2,
    starts_at: '2027-05-09T19:30:00+08:00',
    state: 'few_left',
  })

  test('is the earliest show with tickets', () => {
    expect(chooseShow(buildData([soldOut, later, sooner]), undefined)?.id).toBe(2)
  })

  test('is the stored show while it is on sale', () => {
    expect(chooseShow(buildData([soldOut, later, sooner]), 3)?.id).toBe(3)
    expect(chooseShow(buildData([soldOut, later, sooner]), 1)?.id).toBe(2)
    expect(chooseShow(buildData([soldOut]), 1)).toBeUndefined()
  })

  test.each([
    ['on_sale', true],
    ['few_left', true],
    ['all_held', false],
    ['sold_out', false],
    ['sale_ended', false],
    ['cancelled', false],
    ['moved', false],
  ] as const)('allows a show with the state %s: %s', (state, expected) => {
    expect(canChooseShow(buildTicketShow({ state }), now)).toBe(expected)
  })

  test('allows a show before public sale, for members, but not before member sale', () => {
    const early = buildTicketShow({ state: 'not_on_sale' })
    expect(canChooseShow(early, now)).toBe(true)
    expect(canChooseShow(early, early.member_sale_starts_at)).toBe(true)
    expect(canChooseShow(early, '2027-03-01T09:59:59+08:00')).toBe(false)
  })
})

describe('ticket limit of a price level', () => {
  const [first = buildTier(), second = buildTier()] = buildTicketShow().tiers

  test.each([
    ['stock', second, {}, { order: 6, account: 6 }, 3, 3],
    ['order', first, { 2: 2 }, { order: 6, account: 9 }, 4, 6],
    ['account', first, { 2: 2 }, { order: 6, account: 4 }, 2, 4],
    ['account', first, {}, { order: 6, account: 0 }, 0, 0],
  ] as const)('is determined by the %s', (by, tier, counts, limits, max, allowed) => {
    expect(getLimit(tier, counts, limits)).toEqual({ max, by, allowed })
  })

  test("does not count the level's own tickets", () => {
    expect(getLimit(first, { 1: 5 }, { order: 6, account: 9 }).max).toBe(6)
  })

  test('reduces a stored choice to the places left', () => {
    const limits = { order: 6, account: 9 }
    expect(fitCounts(buildTicketShow(), { 1: 2, 2: 5, 9: 1 }, limits)).toEqual({ 1: 2, 2: 3 })
    expect(fitCounts(buildTicketShow(), { 1: 8 }, limits)).toEqual({ 1: 6 })
  })
})

test('treats a level at zero like a missing level', () => {
  expect(isSameCounts({ 1: 2, 2: 0 }, { 1: 2 })).toBe(true)
  expect(isSameCounts({ 1: 2 }, { 1: 3 })).toBe(false)
  expect(toCounts(toLines({ 1: 2, 2: 0 }))).toEqual({ 1: 2 })
})

test('sums regular prices in whole fen', () => {
  expect(sumPrices(buildTicketShow(), { 1: 1, 2: 2 })).toBe(74_100)
})

test('replaces a refreshed price level of its show only', () => {
  const fresh = buildTier({ places_left: 1 })
  const [second] = buildTicketShow().tiers.slice(1)
  const data = replaceTier(buildData([buildTicketShow(), buildTicketShow({ id: 2 })]), 1, fresh)
  expect(data.shows).toEqual([
    buildTicketShow({ tiers: [fresh, second ?? fresh] }),
    buildTicketShow({ id: 2 }),
  ])
})
