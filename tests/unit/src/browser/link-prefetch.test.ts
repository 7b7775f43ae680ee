import { expect, test } from 'vitest'
import { enablePrefetch, mayPrefetch, pageOfLink } from '#browser/link-prefetch.ts'
import { PREFETCH_IDLE_TIMEOUT_MS } from '#config.ts'
import { FakeObserver } from '#tests/support/fake-observer.ts'

const NO_DEADLINE: IdleDeadline = { didTimeout: false, timeRemaining: () => 50 }
const HERE = new URL('https://house.example/drama/home?page=2')

test('prefetches on an ordinary or unknown connection', () => {
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
])('the page of %s is %s', (href, page) => {
  expect(pageOfLink(new URL(href), HERE)).toBe(page)
})

/** A page with links, whose idle moments a test makes. */
function createView(hrefs: string[], { onLine = true, knowsRules = false } = {}) {
  const links = hrefs.map((href) => {
    const dataset: DOMStringMap = {}
    const matches = () => 'prefetch' in dataset
    return Object.assign(new URL(href), { dataset, matches })
  })
  const hints: Record<string, string>[] = []
  const observers: FakeObserver[] = []
  const idle: { run: () => void; timeout: number | undefined }[] = []
  const view = {
    document: {
      querySelectorAll: () => links,
      createElement: () => ({}),
      head: { append: (hint: Record<string, string>) => void hints.push(hint) },
      addEventListener: () => {},
    } as unknown as Document,
    HTMLScriptElement: { supports: (type: string) => knowsRules && type === 'speculationrules' },
    location: HERE,
    navigator: { onLine },
    IntersectionObserver: FakeObserver.collect(observers),
    requestIdleCallback: (run: IdleRequestCallback, options?: IdleRequestOptions) => {
      idle.push({ run: () => run(NO_DEADLINE), timeout: options?.timeout })
      return idle.length
    },
  }
  const rest = () => {
    for (const { run } of idle.splice(0)) run()
  }
  return { view, links, hints, observers, idle, rest }
}

test('prefetches visible links when idle, with a timeout of 2000 ms', { tags: ['S7.57'] }, () => {
  const { view, links, hints, observers, idle, rest } = createView([
    'https://house.example/a',
    'https://house.example/b',
  ])
  enablePrefetch(view, PREFETCH_IDLE_TIMEOUT_MS)()
  expect(idle.map(({ timeout }) => timeout)).toEqual([2000])
  expect(observers[0]?.observed.size).toBe(0)
  rest()
  observers[0]?.notify(links[0], true)
  observers[0]?.notify(links[1], false)
  expect(hints).toEqual([])
  expect(idle.map(({ timeout }) => timeout)).toEqual([2000])
  rest()
  expect(hints).toEqual([{ rel: 'prefetch', href: '/a' }])
})

test('prefetches each page once, and sixteen at most', () => {
  const hrefs = Array.from({ length: 40 }, (_, id) => `https://house.example/a?id=${id % 30}`)
  const { view, links, hints, observers, rest } = createView(hrefs)
  enablePrefetch(view, PREFETCH_IDLE_TIMEOUT_MS)()
  rest()
  for (const link of links) observers[0]?.notify(link, true)
  rest()
  expect(hints).toHaveLength(16)
  expect(new Set(hints.map(({ href }) => href)).size).toBe(16)
})

test('prefetches nothing while offline', { tags: ['S7.58'] }, () => {
  const { view, links, hints, observers, rest } = createView(['https://house.example/a'], {
    onLine: false,
  })
  enablePrefetch(view, PREFETCH_IDLE_TIMEOUT_MS)()
  rest()
  observers[0]?.notify(links[0], true)
  rest()
  expect(hints).toEqual([])
})

test('marks links for the speculation rule if the browser supports such rules', () => {
  const { view, links, hints, observers, rest } = createView(
    ['https://house.example/a', 'https://house.example/b'],
    { knowsRules: true },
  )
  enablePrefetch(view, PREFETCH_IDLE_TIMEOUT_MS)()
  rest()
  observers[0]?.notify(links[0], true)
  rest()
  expect(links.map(({ dataset }) => 'prefetch' in dataset)).toEqual([true, false])
  expect(hints).toEqual([])
})
