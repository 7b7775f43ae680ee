import { expect, test } from 'vitest'
import type { SiteFault } from '#scripts/publish/built-site.ts'
import { keepFaultyPages } from '#scripts/publish/gate/keep-faulty-pages.ts'
import { openStore } from '#scripts/publish/store.ts'
import { makeFolder } from '#tests/serve/fixture-site.ts'

const POLICY = { 'content-security-policy': "default-src 'self'" }

/** A site of these files, in a store of its own. */
async function openSites() {
  const store = openStore(await makeFolder())
  return {
    store,
    async make(texts: Record<string, string>) {
      const entries = Object.entries(texts).map(
        async ([name, text]) => [name, await store.put(text)] as const,
      )
      const files = new Map(await Promise.all(entries))
      return { files, headers: new Map([...files.keys()].map((name) => [name, POLICY])) }
    },
  }
}

const fault = (part: Partial<SiteFault>): SiteFault => ({
  subject: 'courses 2',
  kind: 'courses',
  locale: 'en',
  field: 'title',
  reason: 'Invalid type: Expected string but received null',
  effect: 'left-out',
  pages: ['/en/course/detail/2.html'],
  ...part,
})
const ZH = { locale: 'zh-cn', pages: ['/course/detail/2.html'] }

test('keeps the live pages of a faulty item, with their media', async () => {
  const { store, make } = await openSites()
  const live = await make({
    '/en/course/detail/2.html': '<img src="/images/a-480.webp"><p>Two</p>',
    '/images/a-480.webp': 'picture',
    '/images/other.webp': 'picture of another page',
  })
  const built = await make({ '/en/course/detail/1.html': '<p>One</p>' })
  const site = await keepFaultyPages({ ...built, faults: [fault({}), fault(ZH)] }, live, store)
  expect([...site.files.keys()].toSorted()).toEqual([
    '/en/course/detail/1.html',
    '/en/course/detail/2.html',
    '/images/a-480.webp',
  ])
  expect(site.headers.get('/en/course/detail/2.html')).toEqual(POLICY)
  expect(site.warnings).toEqual([
    'courses 2 (en): title: Invalid type: Expected string but received null: keeps its previous version',
    'courses 2 (zh-cn): title: Invalid type: Expected string but received null: is left out',
  ])
  expect(site.refusals).toEqual([])
})

test('reports an item that is faulty in both languages once', async () => {
  const { store, make } = await openSites()
  const built = await make({ '/course/detail/1.html': '<p>One</p>' })
  const { warnings } = await keepFaultyPages(
    { ...built, faults: [fault({}), fault(ZH)] },
    built,
    store,
  )
  expect(warnings).toEqual([
    'courses 2 (en, zh-cn): title: Invalid type: Expected string but received null: is left out',
  ])
})

test('removes a live item that the API does not have', async () => {
  const { store, make } = await openSites()
  const live = await make({ '/en/course/detail/2.html': '<p>Two</p>' })
  const gone = fault({
    effect: 'gone',
    field: null,
    reason: 'the API responded with 404 (no such item)',
  })
  const site = await keepFaultyPages({ ...(await make({})), faults: [gone] }, live, store)
  expect([...site.files.keys()]).toEqual([])
  expect(site.warnings).toEqual([
    'courses 2 (en): the API responded with 404 (no such item): is left out',
  ])
})

test('refuses a first site without any item of a kind, and no later one', async () => {
  const { store, make } = await openSites()
  const built = { ...(await make({ '/en/drama/detail/1.html': '' })), faults: [fault({})] }
  expect((await keepFaultyPages(built, undefined, store)).refusals).toEqual([
    { kind: 'no-items', items: 'courses', fault: expect.stringContaining('courses 2 (en): title') },
  ])
  expect((await keepFaultyPages(built, await make({}), store)).refusals).toEqual([])
  const others = await make({ '/en/course/detail/1.html': '' })
  const one = { ...others, faults: built.faults }
  expect((await keepFaultyPages(one, undefined, store)).refusals).toEqual([])
})
