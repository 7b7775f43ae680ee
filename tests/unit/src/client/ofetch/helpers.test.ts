import { expect, test } from 'vitest'
import readJson from '#client/ofetch/destr.ts'
import { withBase, withQuery } from '#client/ofetch/ufo.ts'

test('writes a query behind an address', () => {
  const query = { q: '天鹅湖 & co', page: 2, kind: undefined, list: ['a', 'b'] }
  expect(withQuery('/api/search/results', query)).toBe(
    '/api/search/results?q=%E5%A4%A9%E9%B9%85%E6%B9%96+%26+co&page=2&list=a&list=b',
  )
  expect(withQuery('/api/a?b=1', { c: '2' })).toBe('/api/a?b=1&c=2')
})

test('leaves an address without a query alone', () => {
  expect(withQuery('/api/a', {})).toBe('/api/a')
  expect(withQuery('/api/a', { b: undefined })).toBe('/api/a')
})

test('joins a base and a path with one slash', () => {
  expect(withBase('/api/a', 'https://admin.invalid/')).toBe('https://admin.invalid/api/a')
  expect(withBase('api/a', '')).toBe('/api/a')
})

test('reads JSON, and gives back as text what is none', () => {
  expect(readJson('{"code":200}')).toEqual({ code: 200 })
  expect(readJson('<html>bad gateway</html>')).toBe('<html>bad gateway</html>')
  expect(readJson('')).toBe('')
})
