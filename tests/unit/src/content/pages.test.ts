import { createServer } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { getBusiness } from '#api/site.ts'
import { getBusinessPage } from '#content/pages.ts'
import { clearQueryCache } from '#content/query-cache.ts'
import { cacheInit, cacheResponse } from '#tests/support/cache-response.ts'
import { serveBuild } from '#tests/support/serve-build.ts'

serveBuild(createServer((_, response) => response.end('a text')))
afterEach(clearQueryCache)

const hero = { url: '/picture.jpg', alt: '', width: 16, height: 9 }

test('the enquiry of the business page leads to the page in the same language', async () => {
  await cacheInit(['business'])
  const enquiry = { label: 'Write to us', href: '/about/about', note: 'We answer.' }
  await cacheResponse(getBusiness.path, { hero, cases: [], body: [], enquiry })
  expect((await getBusinessPage('en')).enquiry).toEqual({ ...enquiry, href: '/en/about/about' })
})
