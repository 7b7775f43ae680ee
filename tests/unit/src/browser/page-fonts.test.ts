import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MaskView } from '#browser/loading-mask.ts'
import { loadFonts } from '#browser/page-fonts.ts'
import { FONT_SET_KEY, type PageFonts } from '#config.ts'

const FIRST = ['serif-400-aa', 'serif-700-bb', 'serif-900-cc', 'display-500i-dd', 'numeral-500-ee']
const FONTS: PageFonts = {
  wholeSerif: '/serif.css',
  hasMask: true,
  sheet: '/shared.css',
  base: '/fonts/',
  set: 'set-1',
  first: FIRST,
  rest: ['serif-900-cc', 'serif-400-ff', 'serif-300-11', 'numeral-500-ee'],
  late: ['serif-400-22'],
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** A font face that loads or fails on request. */
class FakeFace {
  static instances: FakeFace[] = []
  readonly loading = Promise.withResolvers<FakeFace>()
  readonly family: string
  readonly source: string
  readonly descriptors: FontFaceDescriptors
  constructor(family: string, source: string, descriptors: FontFaceDescriptors) {
    this.family = family
    this.source = source
    this.descriptors = descriptors
    FakeFace.instances.push(this)
  }
  load = () => this.loading.promise
}

interface FakeLink extends EventTarget {
  rel: string
  href: string
  media: string
}

/** A window with its own storage; the test calls `loadListeners` once the page has loaded. */
function createView(stored: Record<string, string> | 'forbidden') {
  FakeFace.instances = []
  const appliedFaces: FakeFace[] = []
  const links: FakeLink[] = []
  const dataset: Record<string, string> = {}
  const loadListeners: (() => void)[] = []
  const paint = { visibleMs: 0 }
  const storage = {
    getItem: (key: string) => (stored === 'forbidden' ? null : (stored[key] ?? null)),
    setItem: (key: string, value: string) => {
      if (stored !== 'forbidden') stored[key] = value
    },
  }
  const view = {
    document: {
      readyState: 'interactive',
      fonts: { add: (face: FakeFace) => appliedFaces.push(face) },
      documentElement: { dataset },
      head: { append: (link: FakeLink) => links.push(link) },
      createElement: () => Object.assign(new EventTarget(), { rel: '', href: '', media: '' }),
      dispatchEvent: vi.fn<(event: Event) => boolean>(() => true),
    } as unknown as Document,
    get localStorage() {
      if (stored === 'forbidden') throw new Error('forbidden')
      return storage
    },
    FontFace: FakeFace as unknown as typeof FontFace,
    addEventListener: (_: 'load', run: () => void) => void loadListeners.push(run),
    location: { href: 'https://site.example/en', origin: 'https://site.example' },
    fetch: vi.fn<typeof fetch>(async () => new Response()),
  }
  const mask: MaskView = {
    show: vi.fn<() => void>(),
    setProgress: () => {},
    visibleMs: () => paint.visibleMs,
    part: () => {},
    remove: vi.fn<() => void>(),
  }
  const faults: unknown[] = []
  const reading: (() => void)[] = []
  const environment = {
    view,
    mask,
    savesData: false,
    log: (_: string, error: unknown) => void faults.push(error),
    onReading: (run: () => void) => void reading.push(run),
  }
  return {
    environment,
    mask,
    appliedFaces,
    links,
    dataset,
    loadListeners,
    paint,
    faults,
    reading,
  }
}

const readName = ({ source }: FakeFace): string => /([\w-]+)\.woff2/.exec(source)?.[1] ?? ''
const listRequested = () => FakeFace.instances.map(readName)
const finishLoading = (...names: string[]) => {
  for (const face of FakeFace.instances)
    if (names.includes(readName(face))) face.loading.resolve(face)
}
/** Chained promises settle within a turn of the event loop. */
const settle = () => new Promise((done) => setImmediate(done))

test(
  'loads five faces first, and the rest after the page has loaded',
  { tags: ['S2.67'] },
  async () => {
    const stored: Record<string, string> = {}
    const { environment, mask, appliedFaces, links, dataset, loadListeners } = createView(stored)
    const end = loadFonts(FONTS, environment)
    expect(mask.show).toHaveBeenCalledOnce()
    expect(listRequested()).toEqual(FIRST)
    expect(FakeFace.instances[3]).toMatchObject({
      family: 'Site display',
      source: 'url(/fonts/display-500i-dd.woff2)',
      descriptors: { weight: '500', style: 'italic' },
    })
    finishLoading(...FIRST)
    await settle()
    expect(mask.remove).toHaveBeenCalledOnce()
    expect(stored).toEqual({ [FONT_SET_KEY]: 'set-1' })
    expect(appliedFaces.map(readName)).toEqual(FIRST)
    expect(listRequested()).toHaveLength(5)
    for (const notify of loadListeners) notify()
    await settle()
    // Faces that have loaded are not requested again.
    expect(listRequested().slice(5)).toEqual(['serif-400-ff', 'serif-300-11'])
    expect(links).toMatchObject([{ href: '/shared.css', media: 'not all' }])
    finishLoading('serif-400-ff', 'serif-300-11')
    links[0]?.dispatchEvent(new Event('load'))
    await end
    expect(links).toMatchObject([{ media: 'all' }])
    expect(dataset).toEqual({ fonts: 'ready' })
  },
)

/** A loaded but unpainted page with its first faces; `passTime` lets it check for a paint once. */
async function loadUnpainted() {
  const { environment, loadListeners, paint } = createView({})
  paint.visibleMs = -Infinity
  void loadFonts(FONTS, environment)
  finishLoading(...FIRST)
  await settle()
  for (const notify of loadListeners) notify()
  await settle()
  const passTime = async (): Promise<void> => {
    vi.advanceTimersByTime(50)
    await settle()
  }
  return { paint, passTime }
}

test('waits with the rest for the first paint', async () => {
  const { paint, passTime } = await loadUnpainted()
  for (let turn = 0; turn < 3; turn += 1) await passTime()
  expect(listRequested()).toEqual(FIRST)
  paint.visibleMs = 16
  await passTime()
  expect(listRequested().slice(5)).toEqual(['serif-400-ff', 'serif-300-11'])
})

test('loads the rest after a timeout if no paint is reported', async () => {
  const { passTime } = await loadUnpainted()
  for (let turn = 0; turn < 20; turn += 1) await passTime()
  expect(listRequested().slice(5)).toEqual(['serif-400-ff', 'serif-300-11'])
})

test('applies all faces together', async () => {
  const { environment, appliedFaces } = createView({ [FONT_SET_KEY]: 'set-1' })
  void loadFonts(FONTS, environment)
  await settle()
  finishLoading('serif-900-cc', 'serif-400-ff', 'numeral-500-ee')
  await settle()
  expect(appliedFaces).toEqual([])
  finishLoading('serif-300-11')
  await settle()
  expect(appliedFaces.map(readName)).toEqual(FONTS.rest)
})

test('shows no mask if the shared faces are cached', { tags: ['S2.69'] }, async () => {
  const { environment, mask } = createView({ [FONT_SET_KEY]: 'set-1' })
  void loadFonts(FONTS, environment)
  await settle()
  // The serif faces are of this page alone.
  expect(environment.view.fetch.mock.calls).toEqual(
    ['display-500i-dd', 'numeral-500-ee'].map((name) => [
      `/fonts/${name}.woff2`,
      { cache: 'only-if-cached', mode: 'same-origin' },
    ]),
  )
  expect(mask.show).not.toHaveBeenCalled()
  expect(listRequested()).toEqual(FONTS.rest)
})

test('shows the mask to a returning visitor with an empty cache', { tags: ['S2.69'] }, async () => {
  const { environment, mask } = createView({ [FONT_SET_KEY]: 'set-1' })
  environment.view.fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  void loadFonts(FONTS, environment)
  await settle()
  expect(mask.show).toHaveBeenCalledOnce()
  expect(listRequested()).toEqual(FIRST)
})

test('treats files of another host as cached after a visit', async () => {
  const { environment, mask } = createView({ [FONT_SET_KEY]: 'set-1' })
  void loadFonts({ ...FONTS, base: 'https://files.example/fonts/' }, environment)
  await settle()
  expect(environment.view.fetch).not.toHaveBeenCalled()
  expect(mask.show).not.toHaveBeenCalled()
})

test('logs failures and applies the other faces', { tags: ['S4.23'] }, async () => {
  const { environment, appliedFaces, links, dataset, faults } = createView({
    [FONT_SET_KEY]: 'set-1',
  })
  const end = loadFonts(FONTS, environment)
  await settle()
  FakeFace.instances[0]?.loading.reject(new Error('blocked'))
  finishLoading('serif-400-ff', 'serif-300-11', 'numeral-500-ee')
  links[0]?.dispatchEvent(new Event('error'))
  await end
  expect(faults.map(String)).toEqual(['Error: blocked', 'Error: /shared.css'])
  expect(appliedFaces.map(readName)).toEqual(FONTS.rest.slice(1))
  expect(dataset).toEqual({ fonts: 'ready' })
})

test('loads the fonts of the end of a long text on scroll', async () => {
  const { environment, links, reading } = createView({ [FONT_SET_KEY]: 'set-1' })
  const end = loadFonts(FONTS, environment)
  await settle()
  finishLoading(...FONTS.rest)
  links[0]?.dispatchEvent(new Event('load'))
  await end
  expect(listRequested()).not.toContain('serif-400-22')
  for (const run of reading) run()
  expect(listRequested()).toContain('serif-400-22')
})

/** Loads the fonts of a page with islands; returns the style sheets that are requested afterwards. */
async function loadWithIslands(savesData: boolean) {
  const { environment, links } = createView({ [FONT_SET_KEY]: 'set-1' })
  void loadFonts({ ...FONTS, slices: '/slices.css' }, { ...environment, savesData })
  await settle()
  finishLoading(...FONTS.rest)
  links[0]?.dispatchEvent(new Event('load'))
  await settle()
  return links.slice(1)
}

test('loads the style sheets for dynamic text last on a page with islands', async () => {
  const sheets = await loadWithIslands(false)
  expect(sheets.map(({ href }) => href)).toEqual(['/slices.css', '/serif.css'])
})

test('applies the whole serif only after the slices, which are smaller', async () => {
  const [slices, whole] = await loadWithIslands(false)
  whole?.dispatchEvent(new Event('load'))
  await settle()
  expect(whole?.media).toBe('not all')
  slices?.dispatchEvent(new Event('load'))
  await settle()
  expect([slices?.media, whole?.media]).toEqual(['all', 'all'])
})

test('loads no fonts for dynamic text for visitors who save data', async () => {
  expect(await loadWithIslands(true)).toEqual([])
})

test('treats each visit as the first without storage', async () => {
  const { environment, mask } = createView('forbidden')
  void loadFonts(FONTS, environment)
  finishLoading(...FIRST)
  await settle()
  expect(mask.show).toHaveBeenCalledOnce()
  expect(mask.remove).toHaveBeenCalledOnce()
})
