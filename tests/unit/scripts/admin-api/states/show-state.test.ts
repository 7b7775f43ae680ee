import { describe, expect, test } from 'vitest'
import { readPerformanceState, readShowState } from '#scripts/admin-api/states/show-state.ts'

const NOW = 1000
const show = {
  starts_at: 2000,
  ends_at: 3000,
  cancelled: 0,
  moved: 0,
  sale_starts_at: 500,
  stock: 100,
  held: 0,
  sold: 0,
} as const

const started = { ...show, starts_at: 1000 }
const over = { ...show, starts_at: 100, ends_at: 1000 }
const soldOut = { ...show, sold: 100 }
const fewLeft = { ...show, sold: 99 }
const allHeld = { ...show, sold: 60, held: 40 }
const early = { ...show, sale_starts_at: 1001 }
const cancelled = { ...show, cancelled: 1 } as const
const moved = { ...show, moved: 1 } as const

describe('readShowState', () => {
  test.each([
    ['on_sale', show],
    ['cancelled', { ...soldOut, cancelled: 1, moved: 1, starts_at: 0 } as const],
    ['moved', { ...soldOut, moved: 1, starts_at: 0 } as const],
    ['sale_ended', started],
    ['sale_ended', { ...soldOut, starts_at: 1000 }],
    ['not_on_sale', early],
    ['on_sale', { ...show, sale_starts_at: 1000 }],
    ['sold_out', soldOut],
    ['all_held', allHeld],
    ['few_left', fewLeft],
    ['few_left', { ...show, sold: 90, held: 4 }],
    ['on_sale', { ...show, sold: 90, held: 3 }],
    ['few_left', { ...show, stock: 1000, sold: 950 }],
    ['on_sale', { ...show, stock: 1000, sold: 949 }],
    ['sold_out', { ...show, stock: 0 }],
  ] as const)('returns %s', (state, facts) => {
    expect(readShowState(facts, NOW)).toBe(state)
  })
})

describe('readPerformanceState', () => {
  test.each([
    ['coming', 'without shows', []],
    ['past', 'when all ended', [over, over]],
    ['past', 'when all ended or were cancelled', [over, { ...over, cancelled: 1 } as const]],
    ['sold_out', 'while the last show plays', [over, started]],
    ['coming', 'when no show is on sale yet', [over, early]],
    ['on_sale', 'with one show on sale', [over, soldOut, show]],
    ['few_left', 'when every show on sale has few tickets left', [fewLeft, soldOut]],
    ['on_sale', 'when only some shows have few tickets left', [fewLeft, show]],
    ['few_left', 'when all remaining tickets are held', [allHeld, soldOut]],
    ['sold_out', 'when all coming shows are sold out', [over, soldOut, soldOut]],
    ['sold_out', 'when the other shows are cancelled or moved', [soldOut, cancelled, moved]],
    ['cancelled', 'when all coming shows are cancelled', [over, cancelled, cancelled]],
    ['sold_out', 'when all coming shows are cancelled or moved', [cancelled, moved]],
    ['coming', 'when one is sold out and another not on sale', [soldOut, early]],
  ] as const)('returns %s %s', (state, _, shows) => {
    expect(readPerformanceState(shows, NOW)).toBe(state)
  })
})
