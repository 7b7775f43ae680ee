import { afterEach, expect, test, vi } from 'vitest'
import { enablePrefetch, mayPrefetch, getLinkPage } from '#browser/link-prefetch.ts'
import { PREFETCH_IDLE_TIMEOUT_MS } from '#config.ts'
import { FakeObserver } from '#tests/support/fake-observer.ts'

const NO_DEADLINE: IdleDeadline = { didTimeout: false, timeRemaining: () => 50 }
const CURRENT_URL = new URL('https://house.example/drama/home?page=2')

afterEach(() => void vi.unstubAllGlobals())

test('prefetches on a fast or unknown connection', () => {
  expect(mayPrefetch({ onLine: true })).toBe(true)
  expect(mayPrefetch({ onLine: true, connection: { effectiveType: '4g' } })).toBe(true)
})

test('skips prefetching when offline', { tags: ['S7.58'] }, () => {
  expect(mayPrefetch({ onLine: false })).toBe(false)
})

test.each(['2g', 'slow-2g'])('skips prefetching on %s', { tags: ['S7.59'] }, (effectiveType) => {
  expect(mayPrefetch({ onLine: true, connection: { effectiveType } })).toBe(false)
})

test('skips prefetching in data-saver mode', { tags: ['S7.60'] }, () => {
  const connection = { effectiveType: '4g', saveData: true }
  expect(mayPrefetch({ onLine: true, connection })).toBe(false)
})

test.each([
  ['https://house.example/drama/detail?id=3#cast', '/drama/detail?id=3'],
  ['https://house.example/en', '/en'],
  ['https://house.example/drama/home?page=2#top', null],
  ['https://example.org/', null],
  ['tel:4008881234', null],
  ['https://house.example/files/agreement.html', null],
  ['https://house.example/feeds/all.ics', null],
  ['https://house.example/api/index/init', null],
  ['https://house.example/docs', null],
])('resolves the link %s to the page %s', (href, page) => {
  expect(getLinkPage(new URL(href), CURRENT_URL)).toBe(page)
})

class FakeLink extends URL {
  readonly dataset: DOMStringMap = {}
  matches = () => 'prefetch' in this.dataset
  closest = () => this
}

/** A page with links and manual idle callbacks. */
function createView(hrefs: string[], { onLine = true, supportsRules = false } = {}) {
  vi.stubGlobal('Element', FakeLink)
  const links = hrefs.map((href) => new FakeLink(href))
  const listeners = new Map<string, (event: object) => void>()
  const hints: Record<string, string>[] = []
  const observers = FakeObserver.stub()
  const idle: { run: () => void; timeout: number | undefined }[] = []
  const view = {
    document: {
      querySelectorAll: () => links,
      createElement: () => ({}),
      head: { append: (hint: Record<string, string>) => void hints.push(hint) },
      addEventListener: (type: string, listen: (event: object) => void) => {
        listeners.set(type, listen)
      },
    } as unknown as Document,
    HTMLScriptElement: { supports: (type: string) => supportsRules && type === 'speculationrules' },
    location: CURRENT_URL,
    navigator: { onLine },
    requestIdleCallback: (run: IdleRequestCallback, options?: IdleRequestOptions) => {
      idle.push({ run: () => run(NO_DEADLINE), timeout: options?.timeout })
      return idle.length
    },
  }
  const runIdle = () => {
    for (const { run } of idle.splice(0)) run()
  }
  /** Dispatches an event of a link. */
  const dispatch = (type: string, target: FakeLink | undefined) => listeners.get(type)?.({ target })
  return { view, links, hints, observers, idle, runIdle, dispatch }
}

test('prefetches visible links when idle, with a timeout of 2000 ms', { tags: ['S7.57'] }, () => {
  const { view, links, hints, observers, idle, runIdle } = createView([
    'https://house.example/a',
    'https://house.example/b',
  ])
  enablePrefetch(view, PREFETCH_IDLE_TIMEOUT_MS)()
  expect(idle.map(({ timeout }) => timeout)).toEqual([2000])
  expect(observers[0]?.observed.size).toBe(0)
  runIdle()
  observers[0]?.notify(links[0], true)
  observers[0]?.notify(links[1], false)
  expect(hints).toEqual([])
  expect(idle.map(({ timeout }) => timeout)).toEqual([2000])
  runIdle()
  expect(hints).toEqual([{ rel: 'prefetch', href: '/a' }])
})

test.each(['pointerover', 'focusin'])('prefetches a link at once on %s', (type) => {
  const { view, links, hints, dispatch } = createView([
    'https://house.example/a',
    'https://house.example/b',
  ])
  enablePrefetch(view, PREFETCH_IDLE_TIMEOUT_MS)
  dispatch(type, links[1])
  expect(hints).toEqual([{ rel: 'prefetch', href: '/b' }])
})

test('prefetches neither links to other sites nor links marked in the page', () => {
  const { view, links, hints, dispatch } = createView([
    'https://example.org/',
    'https://house.example/a',
  ])
  Object.assign(links[1]?.dataset ?? {}, { prefetch: '' })
  enablePrefetch(view, PREFETCH_IDLE_TIMEOUT_MS)
  for (const link of links) dispatch('pointerover', link)
  expect(hints).toEqual([])
})

test('prefetches each page once, and sixteen at most', () => {
  const hrefs = Array.from({ length: 40 }, (_, id) => `https://house.example/a?id=${id % 30}`)
  const { view, links, hints, observers, runIdle } = createView(hrefs)
  enablePrefetch(view, PREFETCH_IDLE_TIMEOUT_MS)()
  runIdle()
  for (const link of links) observers[0]?.notify(link, true)
  runIdle()
  expect(hints).toHaveLength(16)
  expect(new Set(hints.map(({ href }) => href)).size).toBe(16)
})

test('prefetches no visible link while offline', { tags: ['S7.58'] }, () => {
  const { view, links, hints, observers, runIdle } = createView(['https://house.example/a'], {
    onLine: false,
  })
  enablePrefetch(view, PREFETCH_IDLE_TIMEOUT_MS)()
  runIdle()
  observers[0]?.notify(links[0], true)
  runIdle()
  expect(hints).toEqual([])
})

test('marks links for the speculation rule if the browser supports such rules', () => {
  const { view, links, hints, observers, runIdle } = createView(
    ['https://house.example/a', 'https://house.example/b'],
    { supportsRules: true },
  )
  enablePrefetch(view, PREFETCH_IDLE_TIMEOUT_MS)()
  runIdle()
  observers[0]?.notify(links[0], true)
  runIdle()
  expect(links.map(({ dataset }) => 'prefetch' in dataset)).toEqual([true, false])
  expect(hints).toEqual([])
})
