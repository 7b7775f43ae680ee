import { describe, expect, test } from 'vitest'
import { computeEditDistance, findNearest } from '#scripts/lib/edit-distance.ts'

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
  ])('measures from %s to %s %i edits', (one, other, edits) => {
    expect(Math.min(computeEditDistance(one, other, 2), 3)).toBe(edits)
  })
})

describe('findNearest', () => {
  const names = ['SITE_NAME', 'SITE_URL', 'DATA_DIR']

  test.each([
    ['SITE_URL', 'SITE_URL'],
    ['SITE_ULR', 'SITE_URL'],
    ['SITE_NAMES', 'SITE_NAME'],
    ['DATADIR', 'DATA_DIR'],
    ['PORT', undefined],
  ])('suggests for %s %s', (given, nearest) => {
    expect(findNearest(given, names)).toBe(nearest)
  })

  test('suggests the first of equally similar names', () => {
    expect(findNearest('cat', ['bat', 'rat'])).toBe('bat')
  })
})
