import { FONT_SET_KEY, type PageFonts } from '#config.ts'
import { wait, runMask, type MaskView } from './loading-mask.ts'

// Loads the fonts of a page: first those of the first screen, under the mask, then the rest. Inlined into
// the head of the page, so it is small and has few imports.

/**
 * Maximum wait for the first paint: some browsers do not report it, and background tabs do not paint.
 */
const PAINT_WAIT_MS = 1000
const PAINT_POLL_MS = 50

/** The window properties in use. Reading `localStorage` throws if storage is blocked. */
interface View {
  document: Document
  FontFace: typeof FontFace
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem'>
  addEventListener: (type: 'load', run: () => void) => void
  readonly location: Pick<Location, 'href' | 'origin'>
  fetch: typeof fetch
}

interface FontEnvironment {
  view: View
  mask: MaskView
  log: (message: string, error: unknown) => void
  /** Whether the visitor saves data: dynamic text then uses a system serif. */
  savesData: boolean
  /** Calls a function at the first scroll, or at once if the page is short. */
  onReading: (run: () => void) => void
}

/** Loads a style sheet that does not apply until its `media` is set. */
function addSheet(href: string, { document: root }: View): Promise<HTMLLinkElement> {
  return new Promise((resolve, reject) => {
    const link = root.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    link.media = 'not all'
    link.addEventListener('load', () => resolve(link))
    link.addEventListener('error', () => reject(new Error(href)))
    root.head.append(link)
  })
}

/** Returns null if storage is blocked: each visit then counts as the first one. */
function tryStorage<T>(use: () => T): T | null {
  try {
    return use()
  } catch {
    return null
  }
}

/**
 * Whether the browser's cache has all files, without touching the network (spec section 9: fast check 0).
 * Browsers reveal the cache state for the page's own origin only; files of another host count as cached.
 */
async function areCached(names: readonly string[], base: string, view: View): Promise<boolean> {
  if (new URL(base, view.location.href).origin !== view.location.origin) return true
  const request = (name: string) =>
    view.fetch(`${base}${name}.woff2`, { cache: 'only-if-cached', mode: 'same-origin' })
  return await Promise.all(names.map(request)).then(
    (responses) => responses.every(({ ok }) => ok),
    () => false,
  )
}

/** Loads the listed fonts of a page; resolves when all have loaded or failed. */
export async function loadFonts(
  fonts: PageFonts,
  { view, mask, log, savesData, onReading }: FontEnvironment,
): Promise<void> {
  const { first, rest, late, base, sheet, slices, wholeSerif, set, hasMask } = fonts
  const fail = (error: unknown) => log('[fonts] did not load', error)
  const load = (name: string) => loadFace(name, base, view)
  const loadFaces = (names: readonly string[]) =>
    addFaces(
      names.map((name) => load(name).catch(fail)),
      view,
    )
  const loadRest = async (names: readonly string[]) => {
    const pendingSheet = addSheet(sheet, view).catch(fail)
    await loadFaces(names)
    // The sheet declares files for all missing characters, so it is applied after the page's own faces.
    const link = await pendingSheet
    if (link) link.media = 'all'
    view.document.documentElement.dataset['fonts'] = 'ready'
    onReading(() => void loadFaces(late))
    if (!slices || savesData) return
    // The slices are applied first, because the files of the whole serif are twenty times as large.
    const sheets = [slices, wholeSerif].map((href) => addSheet(href, view).catch(fail))
    for (const pending of sheets) {
      const loaded = await pending
      if (loaded) loaded.media = 'all'
    }
  }
  // Returning visitors see no mask if the cache still has the faces that pages share.
  const loadedSet = tryStorage(() => view.localStorage.getItem(FONT_SET_KEY))
  const shared = first.filter((name) => !name.startsWith('serif-'))
  if (loadedSet === set && (await areCached(shared, base, view))) return await loadRest(rest)
  const faces = first.map(load)
  // The mask logs failures.
  void addFaces(
    faces.map((face) => face.catch(() => {})),
    view,
  )
  const hasLoaded = hasMask
    ? await runMask(faces, mask, fail)
    : await Promise.all(faces).catch(fail)
  if (hasLoaded) tryStorage(() => view.localStorage.setItem(FONT_SET_KEY, set))
  // Images of the first screen, island scripts and the first paint have priority over the rest.
  if (view.document.readyState !== 'complete') {
    await new Promise<void>((resolve) => view.addEventListener('load', resolve))
  }
  for (let ms = 0; ms < PAINT_WAIT_MS && mask.visibleMs() < 0; ms += PAINT_POLL_MS) {
    await wait(PAINT_POLL_MS)
  }
  await loadRest(rest.filter((name) => !first.includes(name)))
}

/**
 * Loads a face of the site.
 * @param name family, weight and style, then a hash: `serif-400-1f3a…`, `display-500i-…`
 * @param base base URL of fonts, with a trailing slash
 */
function loadFace(name: string, base: string, view: View): Promise<FontFace> {
  const [family = '', cut = ''] = name.split('-')
  // Style sheets use `Site Serif`; family names are case-insensitive.
  return new view.FontFace(`Site ${family}`, `url(${base}${name}.woff2)`, {
    weight: cut.slice(0, 3),
    style: cut.endsWith('i') ? 'italic' : 'normal',
  }).load()
}

/**
 * Adds all faces at once: each addition causes a full layout, which is the main cost of fonts on slow
 * processors, and visible text should be re-rendered only once.
 */
async function addFaces(
  faces: readonly Promise<FontFace | void>[],
  { document: root }: View,
): Promise<void> {
  for (const face of await Promise.all(faces)) if (face) root.fonts.add(face)
}
