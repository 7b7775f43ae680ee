import type { PageFonts } from '#config.ts'
import { nameGroup, type FontLibrary } from '#font-library.ts'

// Text that the build could not see: what members type, what islands fetch. Where it has characters
// that no file of the page holds, the library of the house says which files do: for what is in sight,
// and once somebody reads on, for what comes next. Who saves data reads it in a serif of the system.

/** Characters that the Chinese serif is for; others have a face or are pictures. */
const CHINESE = /[\u3001-\u30ff\p{sc=Han}\uff00-\uffef]/u

/** How far ahead text is made ready for somebody who reads on. */
const READING_MARGIN = '100%'

interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/** What a page says of its fonts, as far as live text needs it. */
export type LiveFonts = Required<Pick<PageFonts, 'slices' | 'library' | 'held' | 'rest'>>

export interface LiveWorld {
  document: Document
  connection: Connection | undefined
  weightOf: (element: Element) => string
  observe: (root: Node, changed: (nodes: readonly Node[]) => void) => void
  /** Acts on elements once they are within a margin of what is in sight. @returns how to wait for one */
  watchSight: (
    act: (elements: readonly Element[]) => void,
    margin: string,
  ) => (element: Element) => void
  /** Calls when somebody reads on. */
  onReading: (run: () => void) => void
  addSheet: (href: string) => void
  readLibrary: (href: string) => Promise<FontLibrary>
  /** Resolves when the page has been painted as it is now. */
  nextPaint: () => Promise<unknown>
  /** Resolves when files of groups are in use, which come into it in one step. */
  bringFaces: (names: readonly string[]) => Promise<void>
}

/** Whether a visitor pays for every byte: `save-data`, or a slow 2g line. */
export const isFrugal = (connection: Connection | undefined): boolean =>
  connection?.saveData === true || !!connection?.effectiveType?.endsWith('2g')

/** What an element says itself; values of fields are text, and choices that of their list. */
function readOwnText(element: Element): string {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    return element.value + element.placeholder
  }
  if (element instanceof HTMLSelectElement) return element.textContent
  return Array.from(element.childNodes, ({ nodeValue }) => nodeValue).join('')
}

/**
 * The name of the file that holds a character in a weight.
 * @param rest the files that the page has loaded, by name: they come first
 */
export function findFile(
  { weights, mark, shared, groups }: FontLibrary,
  rest: readonly string[],
  character: string,
  weight: string,
): string | undefined {
  const had = rest.find(
    (name) => name.startsWith(`serif-${weight}`) && shared[name]?.includes(character),
  )
  const group = weights.includes(weight) && groups.find((one) => one.includes(character))
  return had ?? (group ? nameGroup(weight, group, mark) : undefined)
}

/**
 * Watches the text of a page. What nothing holds is brought from the library of the house; a character
 * that this lacks, too, brings the slices of the whole serif, once for all.
 */
export function watchLiveText(
  { slices, library: list, held, rest }: LiveFonts,
  world: LiveWorld,
): void {
  if (isFrugal(world.connection)) return
  const root = world.document.body
  const asked = new Set(rest)
  const waiting: string[] = []
  let last = Promise.resolve()
  let library: Promise<FontLibrary> | undefined

  const listLacking = (element: Element): [character: string, weight: string][] => {
    // What is gone has no weight.
    if (!element.isConnected) return []
    const weight = world.weightOf(element)
    return Array.from(readOwnText(element))
      .filter((one) => CHINESE.test(one) && !held[weight]?.includes(one))
      .map((one) => [one, weight])
  }
  const bring = async (elements: readonly Element[]): Promise<void> => {
    const lacking = elements.flatMap(listLacking)
    if (lacking.length === 0) return
    // In whatever face: what was waited for is on the screen before more is asked for.
    await world.nextPaint()
    library ??= world.readLibrary(list)
    const found = await library
    for (const [character, weight] of lacking) {
      const name = findFile(found, rest, character, weight) ?? slices
      if (asked.has(name)) continue
      asked.add(name)
      if (name === slices) world.addSheet(name)
      else waiting.push(name)
    }
    // What turns up while files are on their way comes with the next ones: each step has the page laid
    // out anew.
    last = last.then(() => world.bringFaces(waiting.splice(0)))
  }
  const watchSight = (margin: string) =>
    world.watchSight((elements) => void bring(elements).catch(() => {}), margin)
  let waitFor = watchSight('0px')
  const check = (nodes: readonly Node[]): void => {
    for (const node of nodes) {
      const top = node instanceof Element ? node : node.parentElement
      for (const one of top ? [top, ...top.querySelectorAll('*')] : []) {
        // Choices have no place of their own on the page.
        if (CHINESE.test(readOwnText(one))) waitFor(one.closest('select') ?? one)
      }
    }
  }
  world.observe(root, check)
  root.addEventListener('input', ({ target }) => {
    if (target instanceof Node) check([target])
  })
  const checkIslands = () => check([...root.querySelectorAll('astro-island')])
  checkIslands()
  world.onReading(() => {
    waitFor = watchSight(READING_MARGIN)
    checkIslands()
  })
}
