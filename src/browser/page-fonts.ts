import { FONTS_READY, FONT_SET_KEY, type PageFonts } from '#config.ts'
import { runMask, type MaskClock, type MaskView } from './loading-mask.ts'

// Brings the fonts of a page: first what its first screen shows, under the mask, then the rest. It is
// printed into the head of the page, so it is small and knows no other module of the site.

export interface FontWorld {
  document: Document
  storage: () => Pick<Storage, 'getItem' | 'setItem'>
  createFace: (family: string, source: string, descriptors: FontFaceDescriptors) => FontFace
  clock: MaskClock
  mask: MaskView
  log: (message: string, error: unknown) => void
  /** Calls when somebody reads on, or at once where all of the page is near. */
  onReading: (run: () => void) => void
}

/**
 * A face of the page, on its way; it takes part in the page once it is there.
 * @param name its family, weight and style come first: `serif-400-1f3a…`, `display-500i-…`
 */
async function loadFace(name: string, base: string, world: FontWorld): Promise<void> {
  const [family = '', cut = ''] = name.split('-')
  // Style sheets write `House Serif`: names of families have no case.
  const face = world.createFace(`House ${family}`, `url(${base}${name}.woff2)`, {
    weight: cut.slice(0, 3),
    style: cut.endsWith('i') ? 'italic' : 'normal',
  })
  await face.load()
  world.document.fonts.add(face)
}

function addSheet(href: string, { document: root }: FontWorld): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = root.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => reject(new Error(href)))
    root.head.append(link)
  })
}

function readMark({ storage }: FontWorld): string | null {
  try {
    return storage().getItem(FONT_SET_KEY)
  } catch {
    return null
  }
}

function keepMark(mark: string, { storage }: FontWorld): void {
  try {
    storage().setItem(FONT_SET_KEY, mark)
  } catch {
    // Without storage each visit is a first one.
  }
}

/** Loads what a page says that it needs; resolves when all of it has come or failed. */
export async function loadFonts(fonts: PageFonts, world: FontWorld): Promise<void> {
  const { first, rest, late, base, sheet, set, hasMask } = fonts
  const fail = (error: unknown) => world.log('[fonts] a font did not load', error)
  const load = (name: string) => loadFace(name, base, world)
  // The sheet offers files for whatever is missing, so it has to wait for what is on its way.
  const bringRest = async (names: readonly string[]) => {
    await Promise.all(names.map((name) => load(name).catch(fail)))
    await addSheet(sheet, world).catch(fail)
    world.document.documentElement.dataset['fonts'] = 'ready'
    world.document.dispatchEvent(new Event(FONTS_READY))
    world.onReading(() => late.forEach((name) => void load(name).catch(fail)))
  }
  // Who has the shared faces needs nothing for the first screen but what is the page's own.
  if (readMark(world) === set) return await bringRest(rest)
  const faces = first.map(load)
  const all = Promise.all(faces).then(() => true)
  const hasCome = hasMask
    ? await runMask(faces, world.mask, world.clock, fail)
    : await all.catch((error: unknown) => {
        fail(error)
        return false
      })
  if (hasCome) keepMark(set, world)
  await bringRest(rest.filter((name) => !first.includes(name)))
}
