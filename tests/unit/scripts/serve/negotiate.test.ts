import { expect, test } from 'vitest'
import { chooseEncoding } from '#scripts/serve/negotiate.ts'

test.each([
  [undefined, undefined],
  ['', undefined],
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP, BR', 'br'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0.5, gzip;q=0.5', 'br'],
  ['br; q=0, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', undefined],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=0.1, *;q=0', 'gzip'],
  ['identity', undefined],
  ['identity;q=1, *;q=0', undefined],
  ['identity;q=0.5, br;q=0.4', undefined],
  ['identity;q=0.5, br;q=0.5', 'br'],
  ['identity;q=0, br', 'br'],
  ['deflate', undefined],
  ['br;q=7', undefined],
  ['br;q=no, gzip;q=0.001', 'gzip'],
  [',,;q=1,gzip', 'gzip'],
])('chooses for %j the encoding %s', (header, encoding) => {
  expect(chooseEncoding(header, ['br', 'gzip'])).toBe(encoding)
})

test('chooses only encodings that exist for a file', () => {
  expect(chooseEncoding('br, gzip', ['gzip'])).toBe('gzip')
  expect(chooseEncoding('br, gzip', [])).toBeUndefined()
})
