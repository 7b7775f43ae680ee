import { describe, expect, test } from 'vitest'
import { computeEditDistance } from '#scripts/admin-api/modules/search/typos.ts'

describe('computeEditDistance', () => {
  test.each([
    ['hamlet', 'hamlet', 0],
    ['hamelt', 'hamlet', 1],
    ['hamlt', 'hamlet', 1],
    ['hamllet', 'hamlet', 1],
    ['homlet', 'hamlet', 1],
    ['thundrestrom', 'thunderstorm', 2],
    ['', 'ab', 2],
    ['hamlet', 'macbeth', 3],
    ['a', 'abcdef', 3],
  ])('from %s to %s are %i steps', (one, other, steps) => {
    expect(Math.min(computeEditDistance(one, other, 2), 3)).toBe(steps)
  })
})
