import { expect, test } from 'vitest'
import { ASSET_LIFETIME_MS, retireAssets } from '#scripts/publish/retired-assets.ts'

const files = (...names: string[]) => new Map(names.map((name) => [name, { hash: name, size: 1 }]))
const NOW = Date.UTC(2026, 10, 21)

test('hashed assets of the previous release are served for seven days, pages are not', () => {
  const before = files('/index.html', '/_astro/old.A1.js', '/_astro/both.B2.js', '/robots.txt')
  const first = retireAssets(before, files('/index.html', '/_astro/both.B2.js'), new Map(), NOW)
  expect([...first]).toEqual([
    ['/_astro/old.A1.js', { hash: '/_astro/old.A1.js', size: 1, until: NOW + ASSET_LIFETIME_MS }],
  ])
  const next = files('/index.html')
  const later = (ms: number) => [...retireAssets(next, next, first, NOW + ms).keys()]
  expect(later(ASSET_LIFETIME_MS - 1)).toEqual(['/_astro/old.A1.js'])
  expect(later(ASSET_LIFETIME_MS)).toEqual([])
})

test('the seven days of an asset start when it was last used', () => {
  const [with1, without] = [files('/_astro/a.A1.js'), files('/index.html')]
  const first = retireAssets(with1, without, new Map(), NOW)
  const again = retireAssets(with1, without, first, NOW + 1000)
  expect(again.get('/_astro/a.A1.js')?.until).toBe(NOW + 1000 + ASSET_LIFETIME_MS)
})
