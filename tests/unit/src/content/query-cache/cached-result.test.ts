import { expect, test } from 'vitest'
import { cacheResult } from '#content/query-cache/cached-result.ts'

const markAt = (time: string, title = 'Swan Lake') =>
  cacheResult({ title, server_time: time }, '/api/perform/detail').hash

test('a result changes with its content and its day, not with its hour', () => {
  const morning = markAt('2027-05-05T09:00:00+08:00')
  expect(markAt('2027-05-05T23:59:59+08:00')).toBe(morning)
  expect(markAt('2027-05-06T00:00:00+08:00')).not.toBe(morning)
  expect(markAt('2027-05-05T09:00:00+08:00', 'Giselle')).not.toBe(morning)
})
