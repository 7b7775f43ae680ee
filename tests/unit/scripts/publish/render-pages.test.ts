import { setImmediate } from 'node:timers/promises'
import { beforeEach, expect, test, vi } from 'vitest'
import { clearQueryCache, fetchCached } from '#content/query-cache.ts'
import { ContentFaultError, ContentUnavailableError } from '#content/query-cache/content-fault.ts'
import { RenderError } from '#scripts/publish/live-builder/describe-failure.ts'
import { createPages } from '#scripts/publish/live-builder/render-pages.ts'

interface Page {
  text: string
  status?: number
}

beforeEach(() => {
  clearQueryCache()
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  return () => warn.mockRestore()
})

/** A site whose pages each read a query of their own. */
function openSite(content: Record<string, Page>) {
  const failures = new Map<string, Error>()
  const files = new Map<string, string>()
  let rendered: string[] = []
  const read = <T>(name: string, get: () => T) =>
    fetchCached(`GET /${name} en [{},{}]`, async () => get()) as Promise<T>
  const renderer = {
    listPaths: () => read('paths', () => Object.keys(content)),
    async render({ pathname }: URL) {
      rendered.push(pathname)
      const page = await read(pathname, () => content[pathname] ?? null)
      const failure = failures.get(pathname)
      if (failure) throw failure
      const headers = { 'content-security-policy': "default-src 'self'; script-src 'sha256-x'" }
      const hasPolicy = !pathname.endsWith('.txt')
      const { text, status = 200 } = page ?? { text: '' }
      return new Response(text, { status, ...(hasPolicy && { headers }) })
    },
  }
  const pages = createPages(renderer, 'https://example.org', async (name, text) => {
    await setImmediate()
    files.set(name, text)
  })
  return {
    content,
    failures,
    files,
    ...pages,
    /** Refetches everything. @returns the change, and the rendered paths */
    async update() {
      rendered = []
      const change = await pages.update({ scope: 'all' })
      return { ...change, rendered: rendered.toSorted() }
    },
  }
}

const makeSite = () =>
  openSite({
    '/': { text: 'home' },
    '/en': { text: 'home in English' },
    '/en/drama/detail/1': { text: 'show' },
    '/404': { text: 'not found', status: 404 },
    '/en/500': { text: 'fault', status: 500 },
    '/robots.txt': { text: 'robots' },
  })

test('renders all documents, and then those whose queries have changed', async () => {
  const { content, files, renderAll, update, headers } = makeSite()
  const progress: string[] = []
  const { removed, faults } = await renderAll((done, total) => progress.push(`${done}/${total}`))
  expect([removed, faults]).toEqual([[], []])
  expect(progress).toEqual(['1/6', '2/6', '3/6', '4/6', '5/6', '6/6'])
  const pages = ['/404.html', '/en.html', '/en/500.html', '/en/drama/detail/1.html', '/index.html']
  expect([...files.keys()].toSorted()).toEqual([...pages, '/robots.txt'])
  expect([...headers().keys()].toSorted()).toEqual(pages)
  expect(files.get('/robots.txt')).toBe('robots')
  // Without the hash of a script that is not on the page.
  expect(headers().get('/en.html')).toEqual({
    'content-security-policy': "default-src 'self'; script-src",
  })

  expect((await update()).rendered).toEqual([])
  content['/en'] = { text: 'edited' }
  content['/en/drama/detail/2'] = { text: 'new' }
  expect((await update()).rendered).toEqual(['/en', '/en/drama/detail/2'])
  expect(files.get('/en.html')).toBe('edited')
  expect(files.get('/en/drama/detail/2.html')).toBe('new')
})

test('removes the pages of deleted items and of disabled sections, and adds them again', async () => {
  const { content, renderAll, update, headers } = makeSite()
  await renderAll(() => {})
  delete content['/en/drama/detail/1']
  content['/en'] = { text: '', status: 410 }
  const { removed, faults } = await update()
  expect([removed, faults]).toEqual([['/en/drama/detail/1.html', '/en.html'], []])
  expect([...headers().keys()]).not.toContain('/en.html')
  expect((await update()).removed).toEqual([])
  content['/en'] = { text: 'home' }
  expect(await update()).toMatchObject({ removed: [], rendered: ['/en'] })
  expect([...headers().keys()]).toContain('/en.html')
})

test('keeps the previous version of a page that fails, and renders it again', async () => {
  const { content, failures, files, renderAll, update } = makeSite()
  content['/zh-cn/about'] = { text: '', status: 500 }
  const left = {
    subject: '/zh-cn/about.html',
    reason: '/zh-cn/about was rendered with status 500',
    effect: 'left-out',
    pages: ['/zh-cn/about.html'],
  }
  expect((await renderAll(() => {})).faults).toMatchObject([left])

  failures.set('/en', new Error('no title'))
  content['/en'] = { text: 'edited' }
  const { removed, faults } = await update()
  expect(removed).toEqual([])
  expect(faults).toMatchObject([
    { subject: '/en.html', locale: 'en', reason: 'no title', effect: 'kept', pages: [] },
    left,
  ])
  expect(files.get('/en.html')).toBe('home in English')

  failures.clear()
  expect(await update()).toMatchObject({ rendered: ['/en', '/zh-cn/about'], faults: [left] })
  expect(files.get('/en.html')).toBe('edited')
})

test('leaves out a failed item whose id is the status of an error page', async () => {
  const { files, renderAll } = openSite({
    '/en/404': { text: 'not found', status: 404 },
    '/en/drama/detail/404': { text: '', status: 500 },
  })
  const { faults } = await renderAll(() => {})
  expect(faults.map(({ subject }) => subject)).toEqual(['/en/drama/detail/404.html'])
  expect([...files.keys()]).toEqual(['/en/404.html'])
})

test('lists each fault once, with all pages that lack it', async () => {
  const fault = {
    subject: 'courses 1',
    kind: 'courses',
    locale: 'zh-cn',
    field: 'title',
    reason: 'missing',
    effect: 'left-out',
  } as const
  const faults = {
    '/course/detail/1': fault,
    '/course/form/1': fault,
    '/en/course/detail/1': { ...fault, locale: 'en' },
    '/course/detail/2': { ...fault, subject: 'courses 2' },
    '/course/detail/3': { ...fault, field: 'summary' },
    '/course/detail/4': { ...fault, reason: 'too long' },
  }
  const site = openSite(
    Object.fromEntries(Object.keys(faults).map((path) => [path, { text: 'course' }])),
  )
  for (const [path, own] of Object.entries(faults)) {
    site.failures.set(path, new ContentFaultError(own))
  }
  const [first, ...others] = (await site.renderAll(() => {})).faults
  expect(first).toEqual({ ...fault, pages: ['/course/detail/1.html', '/course/form/1.html'] })
  expect(others.map(({ pages }) => pages.length)).toEqual([1, 1, 1, 1])
})

test('removes the page of an item that is gone', async () => {
  const { failures, content, renderAll, update } = makeSite()
  await renderAll(() => {})
  const fault = { kind: 'performances', locale: 'en', field: null, reason: 'no such item' } as const
  failures.set(
    '/en/drama/detail/1',
    new ContentFaultError({ subject: 'performances 1', ...fault, effect: 'gone' }),
  )
  content['/en/drama/detail/1'] = { text: 'edited' }
  const pages = ['/en/drama/detail/1.html']
  expect(await update()).toMatchObject({ removed: pages, faults: [{ effect: 'gone', pages }] })
})

test('fails without a response that every page needs', async () => {
  const { content, failures, renderAll, update } = makeSite()
  const failure = new ContentUnavailableError('no init data')
  failures.set('/en', failure)
  await expect(renderAll(() => {})).rejects.toBe(failure)
  failures.clear()
  await renderAll(() => {})
  failures.set('/en', failure)
  content['/en'] = { text: 'edited' }
  const error: unknown = await update().catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(RenderError)
  expect(error).toMatchObject({ cause: failure })
})
