import { expect, test } from 'vitest'
import { retireAssets } from '#scripts/publish/retired-assets.ts'

const files = (...names: string[]) => new Map(names.map((name) => [name, { hash: name, size: 1 }]))
const NOW = Date.UTC(2026, 10, 21)
const WEEK_MS = 7 * 24 * 3_600_000

test('serves hashed assets of the previous release for seven days, but no pages', () => {
  const before = files('/index.html', '/_astro/old.A1.js', '/_astro/both.B2.js', '/robots.txt')
  const first = retireAssets(before, files('/index.html', '/_astro/both.B2.js'), new Map(), NOW)
  expect([...first]).toEqual([
    ['/_astro/old.A1.js', { hash: '/_astro/old.A1.js', size: 1, until: NOW + WEEK_MS }],
  ])
  const next = files('/index.html')
  const later = (ms: number) => [...retireAssets(next, next, first, NOW + ms).keys()]
  expect(later(WEEK_MS - 1)).toEqual(['/_astro/old.A1.js'])
  expect(later(WEEK_MS)).toEqual([])
})

test('starts the seven days of an asset when it was last used', () => {
  const [with1, without] = [files('/_astro/a.A1.js'), files('/index.html')]
  const first = retireAssets(with1, without, new Map(), NOW)
  const again = retireAssets(with1, without, first, NOW + 1000)
  expect(again.get('/_astro/a.A1.js')?.until).toBe(NOW + 1000 + WEEK_MS)
})
