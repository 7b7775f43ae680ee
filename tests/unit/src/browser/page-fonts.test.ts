import { expect, test, vi } from 'vitest'
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
  rest: ['serif-400-ff', 'serif-300-11', 'numeral-500-ee'],
  late: ['serif-400-22'],
}

/** A face that a test lets come or fail. */
class FakeFace {
  static made: FakeFace[] = []
  readonly come = Promise.withResolvers<FakeFace>()
  readonly family: string
  readonly source: string
  readonly descriptors: FontFaceDescriptors
  constructor(family: string, source: string, descriptors: FontFaceDescriptors) {
    this.family = family
    this.source = source
    this.descriptors = descriptors
    FakeFace.made.push(this)
  }
  load = () => this.come.promise
}

interface FakeLink extends EventTarget {
  rel: string
  href: string
  media: string
}

/** A window with a store of its own; `loaded` are told when the page has loaded. */
function createView(kept: Record<string, string> | 'forbidden') {
  FakeFace.made = []
  const used: FakeFace[] = []
  const links: FakeLink[] = []
  const dataset: Record<string, string> = {}
  const loaded: (() => void)[] = []
  const timers: (() => void)[] = []
  const paint = { seenMs: 0 }
  const storage = {
    getItem: (key: string) => (kept === 'forbidden' ? null : (kept[key] ?? null)),
    setItem: (key: string, value: string) => {
      if (kept !== 'forbidden') kept[key] = value
    },
  }
  const view = {
    document: {
      readyState: 'interactive',
      fonts: { add: (face: FakeFace) => used.push(face) },
      documentElement: { dataset },
      head: { append: (link: FakeLink) => links.push(link) },
      createElement: () => Object.assign(new EventTarget(), { rel: '', href: '', media: '' }),
      dispatchEvent: vi.fn<(event: Event) => boolean>(() => true),
    } as unknown as Document,
    get localStorage() {
      if (kept === 'forbidden') throw new Error('forbidden')
      return storage
    },
    FontFace: FakeFace as unknown as typeof FontFace,
    addEventListener: (_: 'load', run: () => void) => void loaded.push(run),
    location: { href: 'https://site.example/en', origin: 'https://site.example' },
    fetch: vi.fn<typeof fetch>(async () => new Response()),
    performance: { now: () => 0 },
    setTimeout: (run: () => void) => timers.push(run),
    clearTimeout: () => {},
  }
  const mask: MaskView = {
    show: vi.fn<() => void>(),
    setProgress: () => {},
    visibleMs: () => paint.seenMs,
    part: () => {},
    remove: vi.fn<() => void>(),
  }
  const faults: unknown[] = []
  const reading: (() => void)[] = []
  const world = {
    view,
    mask,
    savesData: false,
    log: (_: string, error: unknown) => void faults.push(error),
    onReading: (run: () => void) => void reading.push(run),
  }
  return { world, mask, used, links, dataset, loaded, timers, paint, faults, reading }
}

const nameOf = ({ source }: FakeFace): string => /([\w-]+)\.woff2/.exec(source)?.[1] ?? ''
const askedFor = () => FakeFace.made.map(nameOf)
const letCome = (...names: string[]) => {
  for (const face of FakeFace.made) if (names.includes(nameOf(face))) face.come.resolve(face)
}
/** Promises that hang on each other settle within a turn of the loop. */
const settle = () => new Promise((done) => setImmediate(done))

test(
  'loads five faces first, and the rest after the page has loaded',
  { tags: ['S2.67'] },
  async () => {
    const kept: Record<string, string> = {}
    const { world, mask, used, links, dataset, loaded } = createView(kept)
    const end = loadFonts(FONTS, world)
    expect(mask.show).toHaveBeenCalledOnce()
    expect(askedFor()).toEqual(FIRST)
    expect(FakeFace.made[3]).toMatchObject({
      family: 'Site display',
      source: 'url(/fonts/display-500i-dd.woff2)',
      descriptors: { weight: '500', style: 'italic' },
    })
    letCome(...FIRST)
    await settle()
    expect(mask.remove).toHaveBeenCalledOnce()
    expect(kept).toEqual({ [FONT_SET_KEY]: 'set-1' })
    expect(used.map(nameOf)).toEqual(FIRST)
    expect(askedFor()).toHaveLength(5)
    for (const tell of loaded) tell()
    await settle()
    // What it has is not asked for again.
    expect(askedFor().slice(5)).toEqual(['serif-400-ff', 'serif-300-11'])
    expect(links).toMatchObject([{ href: '/shared.css', media: 'not all' }])
    letCome('serif-400-ff', 'serif-300-11')
    links[0]?.dispatchEvent(new Event('load'))
    await end
    expect(links).toMatchObject([{ media: 'all' }])
    expect(dataset).toEqual({ fonts: 'ready' })
  },
)

/** A page that has loaded, with its first faces, and is not painted; `passTime` ends what waits for time. */
async function loadUnseen() {
  const { world, loaded, timers, paint } = createView({})
  paint.seenMs = -Infinity
  void loadFonts(FONTS, world)
  letCome(...FIRST)
  await settle()
  for (const tell of loaded) tell()
  await settle()
  const passTime = async (): Promise<void> => {
    for (const run of timers.splice(0)) run()
    await settle()
  }
  return { paint, passTime }
}

test('the rest waits for the first paint', async () => {
  const { paint, passTime } = await loadUnseen()
  for (let turn = 0; turn < 3; turn += 1) await passTime()
  expect(askedFor()).toEqual(FIRST)
  paint.seenMs = 16
  await passTime()
  expect(askedFor().slice(5)).toEqual(['serif-400-ff', 'serif-300-11'])
})

test('loads the rest after a timeout if no paint is reported', async () => {
  const { passTime } = await loadUnseen()
  for (let turn = 0; turn < 20; turn += 1) await passTime()
  expect(askedFor().slice(5)).toEqual(['serif-400-ff', 'serif-300-11'])
})

test('applies all faces together', async () => {
  const { world, used } = createView({ [FONT_SET_KEY]: 'set-1' })
  void loadFonts(FONTS, world)
  await settle()
  letCome('serif-400-ff', 'numeral-500-ee')
  await settle()
  expect(used).toEqual([])
  letCome('serif-300-11')
  await settle()
  expect(used.map(nameOf)).toEqual(['serif-400-ff', 'serif-300-11', 'numeral-500-ee'])
})

test('a visitor with cached shared faces sees no mask', { tags: ['S2.69'] }, async () => {
  const { world, mask } = createView({ [FONT_SET_KEY]: 'set-1' })
  void loadFonts(FONTS, world)
  await settle()
  expect(world.view.fetch).toHaveBeenCalledExactlyOnceWith('/fonts/numeral-500-ee.woff2', {
    cache: 'only-if-cached',
    mode: 'same-origin',
  })
  expect(mask.show).not.toHaveBeenCalled()
  expect(askedFor()).toEqual(FONTS.rest)
})

test('a returning visitor with an empty cache sees the mask', { tags: ['S2.69'] }, async () => {
  const { world, mask } = createView({ [FONT_SET_KEY]: 'set-1' })
  world.view.fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  void loadFonts(FONTS, world)
  await settle()
  expect(mask.show).toHaveBeenCalledOnce()
  expect(askedFor()).toEqual(FIRST)
})

test('files of another host count as cached after a visit', async () => {
  const { world, mask } = createView({ [FONT_SET_KEY]: 'set-1' })
  void loadFonts({ ...FONTS, base: 'https://files.example/fonts/' }, world)
  await settle()
  expect(world.view.fetch).not.toHaveBeenCalled()
  expect(mask.show).not.toHaveBeenCalled()
})

test('logs failures and applies the other faces', { tags: ['S4.23'] }, async () => {
  const { world, used, links, dataset, faults } = createView({ [FONT_SET_KEY]: 'set-1' })
  const end = loadFonts(FONTS, world)
  await settle()
  FakeFace.made[0]?.come.reject(new Error('blocked'))
  letCome('serif-300-11', 'numeral-500-ee')
  links[0]?.dispatchEvent(new Event('error'))
  await end
  expect(faults.map(String)).toEqual(['Error: blocked', 'Error: /shared.css'])
  expect(used.map(nameOf)).toEqual(['serif-300-11', 'numeral-500-ee'])
  expect(dataset).toEqual({ fonts: 'ready' })
})

test('loads the fonts of the end of a long text on scroll', async () => {
  const { world, links, reading } = createView({ [FONT_SET_KEY]: 'set-1' })
  const end = loadFonts(FONTS, world)
  await settle()
  letCome(...FONTS.rest)
  links[0]?.dispatchEvent(new Event('load'))
  await end
  expect(askedFor()).not.toContain('serif-400-22')
  for (const run of reading) run()
  expect(askedFor()).toContain('serif-400-22')
})

/** Loads the fonts of a page with islands; returns the style sheets that are requested afterwards. */
async function loadWithIslands(savesData: boolean) {
  const { world, links } = createView({ [FONT_SET_KEY]: 'set-1' })
  void loadFonts({ ...FONTS, slices: '/slices.css' }, { ...world, savesData })
  await settle()
  letCome(...FONTS.rest)
  links[0]?.dispatchEvent(new Event('load'))
  await settle()
  return links.slice(1)
}

test('a page with islands loads the style sheets for dynamic text last', async () => {
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

test('without storage each visit is a first visit', async () => {
  const { world, mask } = createView('forbidden')
  void loadFonts(FONTS, world)
  letCome(...FIRST)
  await settle()
  expect(mask.show).toHaveBeenCalledOnce()
  expect(mask.remove).toHaveBeenCalledOnce()
})
