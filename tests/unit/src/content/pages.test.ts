import { createServer } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { getBusiness, getInit } from '#api/site.ts'
import { getBusinessPage } from '#content/pages.ts'
import { clearQueryCache, fetchCached } from '#content/query-cache.ts'
import { makeQueryKey } from '#content/query-cache/query-key.ts'
import { serveBuild } from '#tests/support/serve-build.ts'

serveBuild(createServer((_, response) => response.end('a text')))
afterEach(clearQueryCache)

const hero = { url: '/picture.jpg', alt: '', width: 16, height: 9 }

const respond = (path: string, data: object) =>
  fetchCached(
    makeQueryKey({ method: 'GET', path, locale: 'en', query: undefined }),
    async () => data,
  )

test('the enquiry of the business page leads to the page in the same language', async () => {
  await respond(getInit.path, {
    viewurl: '/',
    site: { time_zone: 'Asia/Shanghai', sections: ['business'] },
  })
  const enquiry = { label: 'Write to us', href: '/about/about', note: 'We answer.' }
  await respond(getBusiness.path, { hero, cases: [], body: [], enquiry })
  expect((await getBusinessPage('en')).enquiry).toEqual({ ...enquiry, href: '/en/about/about' })
})
