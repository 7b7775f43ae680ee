import { expect, test } from 'vitest'
import { cacheResult } from '#content/query-cache/cached-result.ts'

const hashAt = (time: string, title = 'Swan Lake') =>
  cacheResult({ title, server_time: time }, '/api/perform/detail').hash

test('hashes a result by its content and its day, not by its hour', () => {
  const morning = hashAt('2027-05-05T09:00:00+08:00')
  expect(hashAt('2027-05-05T23:59:59+08:00')).toBe(morning)
  expect(hashAt('2027-05-06T00:00:00+08:00')).not.toBe(morning)
  expect(hashAt('2027-05-05T09:00:00+08:00', 'Giselle')).not.toBe(morning)
})
