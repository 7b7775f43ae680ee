import { FONTS_READY, FONT_SET_KEY, type PageFonts } from '#config.ts'
import { loadFace, useFaces, type FontView } from './font-face.ts'
import { after, runMask, type MaskClock, type MaskView } from './loading-mask.ts'

// Brings the fonts of a page: first what its first screen shows, under the mask, then the rest. It is
// printed into the head of the page, so it is small and knows few other modules of the site.

/**
 * The rest waits for the first paint, but not for long: some browsers tell nothing of it, and a tab in
 * the background has none.
 */
const PAINT_WAIT_MS = 1000
const PAINT_LOOK_MS = 50

/** What of a window it needs. Reading `localStorage` throws where storage is forbidden. */
type View = MaskClock &
  FontView & {
    document: Document
    readonly localStorage: Pick<Storage, 'getItem' | 'setItem'>
    addEventListener: (type: 'load', run: () => void) => void
  }

export interface FontWorld {
  view: View
  mask: MaskView
  log: (message: string, error: unknown) => void
  /** Calls when somebody reads on, or at once where all of the page is near. */
  onReading: (run: () => void) => void
}

/** A style sheet that is there, but not in use before it is told so. */
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

/** Where storage is forbidden each visit is a first one. */
function tryStorage<T>(use: () => T): T | null {
  try {
    return use()
  } catch {
    return null
  }
}

/** Loads what a page says that it needs; resolves when all of it has come or failed. */
export async function loadFonts(
  fonts: PageFonts,
  { view, mask, log, onReading }: FontWorld,
): Promise<void> {
  const { first, rest, late, base, sheet, set, hasMask } = fonts
  const fail = (error: unknown) => log('[fonts] did not load', error)
  const load = (name: string) => loadFace(name, base, view)
  const bring = (names: readonly string[]) =>
    useFaces(
      names.map((name) => load(name).catch(fail)),
      view,
    )
  const bringRest = async (names: readonly string[]) => {
    const sheetOnItsWay = addSheet(sheet, view).catch(fail)
    await bring(names)
    // The sheet offers files for whatever is missing, so it has to wait for what was on its way.
    const link = await sheetOnItsWay
    if (link) link.media = 'all'
    view.document.documentElement.dataset['fonts'] = 'ready'
    view.document.dispatchEvent(new Event(FONTS_READY))
    onReading(() => void bring(late))
  }
  // Who has the shared faces needs nothing for the first screen but what is the page's own.
  const mark = tryStorage(() => view.localStorage.getItem(FONT_SET_KEY))
  if (mark === set) return await bringRest(rest)
  const faces = first.map(load)
  // What fails is told by the mask.
  void useFaces(
    faces.map((face) => face.catch(() => {})),
    view,
  )
  const hasCome = hasMask
    ? await runMask(faces, mask, view, fail)
    : await Promise.all(faces).catch(fail)
  if (hasCome) tryStorage(() => view.localStorage.setItem(FONT_SET_KEY, set))
  // Pictures of the first screen, scripts of islands and the first paint come before the rest.
  if (view.document.readyState !== 'complete') {
    await new Promise<void>((resolve) => view.addEventListener('load', resolve))
  }
  for (let ms = 0; ms < PAINT_WAIT_MS && mask.readSeenMs() < 0; ms += PAINT_LOOK_MS) {
    await after(PAINT_LOOK_MS, view)
  }
  await bringRest(rest.filter((name) => !first.includes(name)))
}
