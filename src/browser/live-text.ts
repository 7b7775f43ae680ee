import type { PageFonts } from '#config.ts'

// Text that the build could not see: what members type, what islands fetch. Where it has characters
// that no file of the page holds, the library of the house says which files do. Who saves data reads
// it in a serif of the system.

/** Characters that the Chinese serif is for; others have a face or are pictures. */
const CHINESE = /[\u3001-\u30ff\p{sc=Han}\uff00-\uffef]/gu

interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/** A file of the library and the characters that it holds. */
export type LibraryFile = [name: string, characters: string]

/** What a page says of its fonts, as far as live text needs it. */
export type LiveFonts = Pick<PageFonts, 'slices' | 'library' | 'held' | 'rest'>

export interface LiveWorld {
  document: Document
  connection: Connection | undefined
  weightOf: (element: Element) => string
  observe: (root: Node, changed: (nodes: readonly Node[]) => void) => void
  addSheet: (href: string) => void
  /** The characters of each file of a weight; none where the list cannot come. */
  readLibrary: (href: string) => Promise<Record<string, string>>
  /** Resolves when the page has been painted as it is now. */
  nextPaint: () => Promise<unknown>
  /** Resolves when files are in use, which come into it in one step. */
  bringFaces: (files: readonly LibraryFile[]) => Promise<void>
}

/** Whether a visitor pays for every byte: `save-data`, or a slow 2g line. */
export const isFrugal = (connection: Connection | undefined): boolean =>
  connection?.saveData === true || !!connection?.effectiveType?.endsWith('2g')

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

/** The file of a weight by the character that it holds. */
export function listFiles(library: Record<string, string>): ReadonlyMap<string, LibraryFile> {
  const files = new Map<string, LibraryFile>()
  for (const file of Object.entries(library)) {
    for (const character of file[1]) files.set(character, file)
  }
  return files
}

/**
 * Watches the text of a page. What nothing holds is brought from the library of the house; a character
 * that this lacks, too, brings the slices of the whole serif, once for all.
 */
export function watchLiveText(
  { slices, library = {}, held = {}, rest }: LiveFonts,
  world: LiveWorld,
): void {
  if (isFrugal(world.connection)) return
  const root = world.document.body
  const asked = new Set(rest)
  const waiting: LibraryFile[] = []
  let last = Promise.resolve()
  const libraries: Record<string, Promise<ReadonlyMap<string, LibraryFile>>> = {}

  const ask = (file: LibraryFile | undefined): void => {
    const name = file?.[0] ?? slices
    if (asked.has(name)) return
    asked.add(name)
    if (file) waiting.push(file)
    else world.addSheet(slices)
  }
  const check = async (nodes: readonly Node[]): Promise<void> => {
    // Weights are asked for at once: what is gone later has none.
    const lacking = nodes
      .flatMap((node) => [...textsOf(node)])
      .flatMap(([text, element]): [string, string][] => {
        const characters = text.match(CHINESE)
        if (!characters || !element.isConnected) return []
        const weight = world.weightOf(element)
        return characters.filter((one) => !held[weight]?.includes(one)).map((one) => [one, weight])
      })
    if (lacking.length === 0) return
    // In whatever face: what was waited for is on the screen before more is asked for.
    await world.nextPaint()
    const found = lacking.map(async ([character, weight]) => {
      libraries[weight] ??= world.readLibrary(library[weight] ?? '').then(listFiles)
      return (await libraries[weight]).get(character)
    })
    for (const file of await Promise.all(found)) ask(file)
    // What turns up while files are on their way comes with the next ones: each step has the page laid
    // out anew.
    last = last.then(() => world.bringFaces(waiting.splice(0)))
  }
  world.observe(root, (nodes) => void check(nodes))
  root.addEventListener('input', ({ target }) => {
    if (target instanceof Node) void check([target])
  })
  void check([...root.querySelectorAll('astro-island')])
}
