import { parse } from 'node-html-parser'
import { expect, test } from 'vitest'
import { FIXTURE } from '#tests/support/admin-api.ts'
import { startOwnSite } from './start-own-site.ts'

test('a site in one language has no prefix, no language switch and no alternates', async () => {
  const { read } = await startOwnSite(FIXTURE, { SITE_LOCALES: 'en' })

  for (const path of ['/', '/course/home', '/login', '/search/search', '/404']) {
    const root = parse((await read(path)).text)
    expect(root.querySelector('html')?.getAttribute('lang'), path).toBe('en')
    const links = root.querySelectorAll('[data-language], link[hreflang]')
    expect(links.map(String), path).toEqual([])
    expect(root.toString(), path).not.toMatch(/href="\/en[/"]/)
  }
  expect(await read('/en/course/home')).toMatchObject({ status: 301, location: '/course/home' })
  expect((await read('/zh-cn/course/home')).status).toBe(404)
  const { text: sitemap } = await read('/sitemap.xml')
  expect(sitemap).toContain('/course/home')
  expect(sitemap).not.toMatch(/\/en\/|hreflang/)
})
