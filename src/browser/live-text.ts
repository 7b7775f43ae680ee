import type { PageFonts } from '#config.ts'

// Text that the build could not see: what members type, what islands fetch. Where it has a character
// that no file of the page holds, more files are declared, and the browser loads the one that holds
// it. Who saves data reads it in a serif of the system.

/** Characters that the Chinese serif is for; others have a face or are pictures. */
const CHINESE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u{3001}-\u{303f}\u{ff00}-\u{ffef}]/gu
const FIELDS = 'input, textarea'

interface Connection {
  saveData?: boolean
  effectiveType?: string
}

export interface LiveWorld {
  document: Document
  connection: Connection | undefined
  weightOf: (element: Element) => string
  observe: (root: Node, changed: (nodes: readonly Node[]) => void) => () => void
  /** Resolves when the sheet is there; where it cannot come, when that is known. */
  addSheet: (href: string) => Promise<void>
}

/** Whether a visitor pays for every byte: `save-data`, or a slow 2g line. */
export const isFrugal = (connection: Connection | undefined): boolean =>
  connection?.saveData === true || connection?.effectiveType?.endsWith('2g') === true

/** The code points of a `unicode-range`. */
export function parseRange(range: string): [number, number][] {
  return range.split(',').map((part) => {
    const [from = '', to = from] = part.trim().replace(/^u\+/i, '').split('-')
    return [parseInt(from, 16), parseInt(to, 16)]
  })
}

type Coverage = (character: string, weight: string) => boolean

/** What the declared faces of the house and the page's own files hold. */
export function createCoverage(
  faces: Iterable<Pick<FontFace, 'family' | 'weight' | 'unicodeRange'>>,
  own: Record<string, string>,
): Coverage {
  const everything = /^U\+0-10FFFF$/i
  const ranges = [...faces]
    .filter(({ family }) => family.includes('House Serif'))
    .filter(({ unicodeRange }) => !everything.test(unicodeRange))
    .map(({ weight, unicodeRange }) => ({ weight, spans: parseRange(unicodeRange) }))
  return (character, weight) => {
    if (own[weight]?.includes(character)) return true
    const code = character.codePointAt(0) ?? 0
    return ranges.some(
      (range) =>
        range.weight === weight && range.spans.some(([from, to]) => code >= from && code <= to),
    )
  }
}

/** Texts below a node with the elements that set them; values of fields count as texts. */
function* textsOf(node: Node): Generator<[string, Element]> {
  if (node.nodeType === 3) {
    if (node.parentElement) yield [node.nodeValue ?? '', node.parentElement]
    return
  }
  if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement) {
    yield [node.value + node.placeholder, node]
  }
  for (const child of node.childNodes) yield* textsOf(child)
}

/**
 * Watches the text of a page. The first character that nothing holds brings the library of the house;
 * one that this lacks, too, brings the slices of the whole serif.
 */
export function watchLiveText(
  { slices, library, own = {} }: Pick<PageFonts, 'slices' | 'library' | 'own'>,
  world: LiveWorld,
): void {
  if (isFrugal(world.connection)) return
  const { body: root, fonts } = world.document
  const sheets = [library, slices].filter((sheet) => sheet !== undefined)
  let isCovered = createCoverage(fonts, own)

  const lacksGlyph = ([text, element]: [string, Element]): boolean => {
    const characters = text.match(CHINESE)
    if (characters === null) return false
    const weight = world.weightOf(element)
    return characters.some((character) => !isCovered(character, weight))
  }
  const check = (nodes: readonly Node[]): void => {
    if (!nodes.some((node) => [...textsOf(node)].some(lacksGlyph))) return
    stop()
    const sheet = sheets.shift()
    if (sheet === undefined) return
    void follow(sheet)
  }
  const follow = async (sheet: string): Promise<void> => {
    await world.addSheet(sheet)
    isCovered = createCoverage(fonts, own)
    if (sheets.length > 0) start()
  }
  const onInput = ({ target }: Event): void => {
    if (target instanceof Element && target.matches(FIELDS)) check([target])
  }
  let stopWatching = (): void => {}
  const start = (): void => {
    stopWatching = world.observe(root, check)
    root.addEventListener('input', onInput)
    check([...root.querySelectorAll('astro-island')])
  }
  const stop = (): void => {
    stopWatching()
    root.removeEventListener('input', onInput)
  }
  start()
}
