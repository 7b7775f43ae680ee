import { expect, test } from 'vitest'
import type { SiteFault } from '#scripts/publish/built-site.ts'
import { keepFaultyPages } from '#scripts/publish/gate/keep-faulty-pages.ts'
import { openStore } from '#scripts/publish/store.ts'
import { makeFolder } from '#tests/serve/fixture-site.ts'

const POLICY = { 'content-security-policy': "default-src 'self'" }

/** Creates sites with the given files in one store. */
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
    '/en/course/detail/2.html':
      '<img src="/images/a-480.webp"><p>Two</p><a href="/files/terms.html">Terms</a>{"slices":"/fonts/slices-1a.css"}',
    '/images/a-480.webp': 'picture',
    '/files/terms.html': 'earlier terms',
    '/fonts/slices-1a.css': '@font-face{src:url(/fonts/serif-400-ab.woff2)}',
    '/fonts/serif-400-ab.woff2': 'font',
    '/images/other.webp': 'picture of another page',
  })
  const built = await make({
    '/en/course/detail/1.html': '<p>One</p>',
    '/files/terms.html': 'terms',
  })
  const site = await keepFaultyPages({ ...built, faults: [fault({}), fault(ZH)] }, live, store)
  expect([...site.files.keys()].toSorted()).toEqual([
    '/en/course/detail/1.html',
    '/en/course/detail/2.html',
    '/files/terms.html',
    '/fonts/serif-400-ab.woff2',
    '/fonts/slices-1a.css',
    '/images/a-480.webp',
  ])
  expect(site.files.get('/files/terms.html')).toEqual(built.files.get('/files/terms.html'))
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
    { ...built, faults: [fault(ZH), fault({})] },
    built,
    store,
  )
  expect(warnings).toEqual([
    'courses 2 (en, zh-cn): title: Invalid type: Expected string but received null: is left out',
  ])
})

test('reports a media file that keeps its previous version, without a language', async () => {
  const { store, make } = await openSites()
  const part = { kind: null, locale: null, field: null, effect: 'kept', pages: [] } as const
  const faults = [fault({ ...part, subject: '/a.jpg', reason: 'not an image' })]
  const { warnings, refusals } = await keepFaultyPages(
    { ...(await make({})), faults },
    undefined,
    store,
  )
  expect(warnings).toEqual(['/a.jpg: not an image: keeps its previous version'])
  expect(refusals).toEqual([])
})

test('removes a live item that the API no longer has', async () => {
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

test('refuses only a first site without any item of a kind', async () => {
  const { store, make } = await openSites()
  const built = { ...(await make({ '/en/drama/detail/1.html': '' })), faults: [fault({})] }
  expect((await keepFaultyPages(built, undefined, store)).refusals).toEqual([
    { kind: 'no-items', items: 'courses', fault: expect.stringContaining('courses 2 (en): title') },
  ])
  expect((await keepFaultyPages(built, await make({}), store)).refusals).toEqual([])
  const others = await make({ '/en/drama/detail/1.html': '', '/en/course/detail/1.html': '' })
  const one = { ...others, faults: built.faults }
  expect((await keepFaultyPages(one, undefined, store)).refusals).toEqual([])
})
