import { expect, test } from 'vitest'
import { compareVersions } from '#scripts/lib/db/engines/sqlite.ts'

test('compares versions numerically', () => {
  expect(compareVersions('3.51.3', '3.51.3')).toBe(0)
  expect(compareVersions('3.9.0', '3.51.3')).toBeLessThan(0)
  expect(compareVersions('3.53.4', '3.51.3')).toBeGreaterThan(0)
})
