import { expect, test } from 'vitest'
import { readCacheClass, isPage, readFileKind } from '#scripts/serve/file-kinds.ts'

test.each([
  ['/_astro/app.Bx3k9.js', 'immutable'],
  ['/fonts/serif-400-3fa8b2c19d04.woff2', 'immutable'],
  ['/fonts/serif.woff2', 'site'],
  ['/images/3fa8b2c19d047788-828.webp', 'immutable'],
  ['/images/poster/3fa8b2c19d047788.avif', 'immutable'],
  ['/images/20261121001122.jpg', 'site'],
  ['/images/20261121001122.jpeg', 'site'],
  ['/images/20261121001122-wide.webp', 'site'],
  ['/images/poster.jpg', 'site'],
  ['/media/3fa8b2c19d047788.mp4', 'immutable'],
  ['/media/trailer.mp4', 'download'],
  ['/files/3fa8b2c19d047788.pdf', 'download'],
  ['/files/privacy.html', 'page'],
  ['/drama/home.html', 'page'],
  ['/robots.txt', 'site'],
  ['/sitemap-0.xml', 'site'],
  ['/unknown.kind', 'download'],
])('reads the cache class of %s as %s', (path, cacheClass) => {
  expect(readCacheClass(path)).toBe(cacheClass)
})

test('sets the type of a file, with UTF-8 for texts', () => {
  expect(readFileKind('/a.HTML').type).toBe('text/html; charset=utf-8')
  expect(readFileKind('/a.mp4')).toEqual({ type: 'video/mp4', compressible: false })
  expect(readFileKind('/no-ending').type).toBe('application/octet-stream')
})

test('treats legal texts as files, not as pages', () => {
  expect([isPage('/drama/home.html'), isPage('/files/privacy.html'), isPage('/a.txt')]).toEqual([
    true,
    false,
    false,
  ])
})
