import { createServer } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { getSearchRecommend } from '#api/search.ts'
import { getBanner, getBusiness, getInit } from '#api/site.ts'
import { getHome } from '#content/home.ts'
import { clearQueryCache, fetchCached } from '#content/query-cache.ts'
import { ContentFaultError } from '#content/query-cache/content-fault.ts'
import { makeQueryKey } from '#content/query-cache/query-key.ts'
import { getSearchWords } from '#content/search.ts'
import { cacheResponse } from '#tests/support/cache-response.ts'
import { serveBuild } from '#tests/support/serve-build.ts'

const server = createServer((_, response) => response.end('a text'))

serveBuild(server)

const image = { url: '/picture.jpg', alt: '', width: 16, height: 9 }
const site = {
  name: 'House',
  time_zone: 'Asia/Shanghai',
  sections: ['business', 'search'],
  home_acts: ['business'],
  foot_content: [],
  user_agreement_file: '/agreement.txt',
  privacy_policy_file: '/policy.txt',
  share_image: image,
  membership: {},
  brand: {},
}

/** Makes the response of a single page faulty. */
async function damage(path: string): Promise<void> {
  const fault = { subject: path, kind: null, locale: 'en', field: null, reason: 'damaged' } as const
  const key = makeQueryKey({ method: 'GET', path, locale: 'en' })
  const fail = () => Promise.reject(new ContentFaultError({ ...fault, effect: 'left-out' }))
  await expect(fetchCached(key, fail)).rejects.toThrow('damaged')
}

beforeEach(async () => {
  const server_time = '2027-05-08T10:00:00+08:00'
  await cacheResponse(getInit.path, { viewurl: '/', sign_in: [], lang: 'en', server_time, site })
  await cacheResponse(getBanner.path, { banners: [] })
})
afterEach(clearQueryCache)

test('has the title and summary of the business page', async () => {
  const business = { title: 'Business', summary: 'Together.', langs: ['en'] }
  await cacheResponse(getBusiness.path, { ...business, hero: image, cases: [], body: [] })
  expect((await getHome('en')).business).toMatchObject(business)
})

test('a faulty business page does not keep the home page from changing', async () => {
  await damage(getBusiness.path)
  expect((await getHome('en')).business).toBeNull()
})

test('a faulty recommendation does not keep the pages of results from changing', async () => {
  await damage(getSearchRecommend.path)
  expect(await getSearchWords('en')).toEqual([])
})
