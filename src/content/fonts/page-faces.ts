import { isLatin, sortCharacters } from './character-sets.ts'
import { findFile, isChinese, type HouseFile } from './house-fonts.ts'
import type { PageText } from './page-text.ts'
import type { Cutter } from './subset.ts'
import { WEIGHTS, type FaceKey } from './typefaces.ts'

/** The files that a page loads; names without folder and ending. */
export interface PageFaces {
  /** The five faces that its mask waits for. */
  first: string[]
  /** What its text needs: shared files, and files for what they lack. */
  rest: string[]
  /** What only the far end of a long text needs: it comes when somebody reads on. */
  late: string[]
  /** Chinese characters that they hold, by weight of the serif: its own, and those of islands. */
  held: Record<string, string>
}

/** How many characters of a weight the first screen gets: 10, 2 and 3 KB. */
const FIRST = { 400: 45, 700: 8, 900: 10 } as const
/**
 * Punctuation that browsers set closer where two stand together and their font says how (`halt`). In
 * body text it is among the first: otherwise lines become shorter when it comes, and the page jumps.
 */
const SET_CLOSER =
  /[\u3001\u3002\u3008-\u3011\u3014-\u301b\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f“”‘’]/u

/** Where a page writes nothing in a weight: its file must hold something. */
const FILLER = '一'

/**
 * How many characters of its own a page loads at once, in all weights: what 45 KB hold (design
 * section 7) at 230 bytes each, files counted in. Few pages have more.
 */
const OWN_AT_ONCE = 190

export interface Workshop {
  house: readonly HouseFile[]
  cutter: Cutter
}

function cutFirst(
  text: PageText,
  weight: keyof typeof FIRST,
  isWanted: (character: string) => boolean,
  { cutter }: Workshop,
): Promise<string> {
  const written = [...(text.get(`serif-${weight}`) ?? [])].filter(isWanted)
  const isEarly = (one: string) => weight === 400 && SET_CLOSER.test(one)
  const found = [...written.filter(isEarly), ...written.filter((one) => !isEarly(one))]
  const characters = found.slice(0, FIRST[weight])
  return cutter.ensureSubset(`serif-${weight}`, characters.length > 0 ? characters : FILLER)
}

const shared = (face: FaceKey, character: string, { house }: Workshop): string =>
  findFile(house, face, character).name

/**
 * Cuts what a Chinese page needs.
 * @param live what its islands show by themselves
 */
export async function makeChineseFaces(
  text: PageText,
  live: PageText,
  shop: Workshop,
): Promise<PageFaces> {
  const all = () => true
  return {
    first: await Promise.all([
      cutFirst(text, 400, all, shop),
      cutFirst(text, 700, all, shop),
      cutFirst(text, 900, all, shop),
      shared('display-500i', 'a', shop),
      shared('numeral-500', '0', shop),
    ]),
    ...(await cutRest(text, live, shop)),
  }
}

/** Cuts what an English page needs: nearly all of it is shared. */
export async function makeEnglishFaces(
  text: PageText,
  live: PageText,
  shop: Workshop,
): Promise<PageFaces> {
  // Few Chinese words stand on an English page: shared files of them would be all waste.
  const house = shop.house.filter((file) => !isChinese(file))
  return {
    first: await Promise.all([
      shared('serif-400', 'a', shop),
      cutFirst(text, 900, (character) => !isLatin(character), shop),
      shared('display-600', 'a', shop),
      shared('punctuation-400', '’', shop),
      shared('numeral-500', '0', shop),
    ]),
    ...(await cutRest(text, live, { ...shop, house })),
  }
}

/** From how many characters on a shared file serves a page better than one of its own. */
const MANY_LETTERS = 24
const MANY_CHARACTERS = 40

/** The files that hold every character of a text: shared ones where they hold enough of it. */
async function cutRest(
  text: PageText,
  live: PageText,
  { house, cutter }: Workshop,
): Promise<Omit<PageFaces, 'first'>> {
  const names: string[] = []
  const missing = new Map<FaceKey, string[]>()
  const faces = new Set<FaceKey>([...text.keys(), ...WEIGHTS.map((one): FaceKey => `serif-${one}`)])
  for (const face of faces) {
    const wanted = new Set([...(text.get(face) ?? []), ...(live.get(face) ?? [])])
    for (const file of house.filter((one) => one.face === face)) {
      const held = listHeld(file, wanted)
      if (!isWorthIt(file, held.length)) continue
      names.push(file.name)
      for (const character of held) wanted.delete(character)
    }
    if (wanted.size > 0) missing.set(face, [...wanted])
  }
  // An island shows what it shows on the first screen.
  const share = live.size > 0 ? 1 : OWN_AT_ONCE / sumLengths(missing)
  const cutShares = (take: (characters: readonly string[]) => readonly string[]) =>
    Promise.all(
      [...missing].flatMap(([face, characters]) => {
        const taken = take(characters)
        return taken.length > 0 ? [cutter.ensureSubset(face, taken)] : []
      }),
    )
  // They stand in the order of the text, in each weight.
  const near = ({ length }: readonly string[]): number => Math.ceil(length * Math.min(1, share))
  return {
    rest: [...names, ...(await cutShares((characters) => characters.slice(0, near(characters))))],
    late: await cutShares((characters) => characters.slice(near(characters))),
    held: listForIslands(live, missing),
  }
}

const characterSets = new WeakMap<HouseFile, ReadonlySet<string>>()

/** Which of the characters that a page wants a file holds. */
function listHeld(file: HouseFile, wanted: ReadonlySet<string>): string[] {
  const characters = characterSets.get(file) ?? new Set(file.characters)
  characterSets.set(file, characters)
  return [...wanted].filter((one) => characters.has(one))
}

const sumLengths = (missing: ReadonlyMap<FaceKey, readonly string[]>): number =>
  [...missing.values()].reduce((sum, { length }) => sum + length, 0)

function listForIslands(
  live: PageText,
  own: ReadonlyMap<FaceKey, readonly string[]>,
): Record<string, string> {
  const listed: Record<string, string> = {}
  for (const weight of WEIGHTS) {
    const face = `serif-${weight}` as const
    const characters = [...(live.get(face) ?? []), ...(own.get(face) ?? [])]
    const chinese = sortCharacters(characters.filter((one) => !isLatin(one)))
    if (chinese !== '') listed[weight] = chinese
  }
  return listed
}

function isWorthIt({ face, characters }: HouseFile, held: number): boolean {
  if (held === 0) return false
  if (!face.startsWith('serif-')) return true
  if (isLatin(characters[0] ?? '')) return held >= MANY_LETTERS
  return held >= Math.min(MANY_CHARACTERS, characters.length / 2)
}
