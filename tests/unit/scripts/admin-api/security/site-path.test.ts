import { expect, test } from 'vitest'
import { isSitePath } from '#scripts/admin-api/security/site-path.ts'

test.each([
  ['/', true],
  ['/en/drama/detail?id=1', true],
  ['//evil.example', false],
  ['/\\evil.example', false],
  ['https://evil.example', false],
  ['javascript:alert(1)', false],
  ['/a b', false],
])('accepts %s as a path of the site: %s', (path, isOwnPath) => {
  expect(isSitePath(path)).toBe(isOwnPath)
})
