import { expect, test } from 'vitest'
import { labelRoute } from '#scripts/serve/label-route.ts'

test.each([
  ['/', '/'],
  ['/en/', '/'],
  ['/drama/detail', '/drama/detail'],
  ['/en/drama/detail', '/drama/detail'],
  ['/api/perform/detail', '/api/*'],
  ['/_astro/app.Bx3k9.js', '/_astro/*'],
  ['/readyz', '/readyz'],
  ['/robots.txt', 'site file'],
  ['/wp-admin/setup.php', 'other'],
  [`/${'a'.repeat(300)}`, 'other'],
])('labels %s as %s', (path, label) => {
  expect(labelRoute(path)).toBe(label)
})
