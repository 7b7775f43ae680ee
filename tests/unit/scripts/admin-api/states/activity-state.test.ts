import { describe, expect, test } from 'vitest'
import { readActivityState } from '#scripts/admin-api/states/activity-state.ts'

const NOW = 1000
const activity = { opens_at: 500, closes_at: 1500, places: 10, taken: 0 }

describe('readActivityState', () => {
  test.each([
    ['open', activity, 2000],
    ['open', { ...activity, opens_at: 1000 }, null],
    ['not_started', { ...activity, opens_at: 1001 }, 2000],
    ['full', { ...activity, taken: 10 }, 2000],
    ['applications_closed', { ...activity, closes_at: 1000 }, 1001],
    ['applications_closed', { ...activity, closes_at: 1000, taken: 10 }, null],
    ['ended', { ...activity, closes_at: 1000 }, 1000],
    ['ended', { ...activity, taken: 10 }, 1000],
  ] as const)('returns %s', { tags: ['S4.17', 'S4.18', 'S4.19'] }, (state, facts, lastEnd) => {
    expect(readActivityState(facts, lastEnd, NOW)).toBe(state)
  })
})
