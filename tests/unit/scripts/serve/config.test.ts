import { expect, test } from 'vitest'
import { readSiteConfig } from '#scripts/serve/config.ts'

test.each([
  ['127.0.0.1', 'http://127.0.0.1:4321'],
  ['::1', 'http://[::1]:4321'],
])('without SITE_URL, pages name the address at %s', (host, url) => {
  expect(readSiteConfig({ SITE_HOST: host }).siteUrl).toBe(url)
  expect(URL.canParse(url)).toBe(true)
})

test('addresses have no trailing slash, because paths are appended to them', () => {
  const settings = { SITE_URL: 'https://a.example/', ADMIN_API_URL: 'https://b.example/cms/' }
  expect(readSiteConfig(settings)).toMatchObject({
    siteUrl: 'https://a.example',
    adminApiUrl: 'https://b.example/cms',
  })
})
