import type { PageFonts } from '#config.ts'
import type { LocaleTraits } from '#i18n/locales.ts'
import { HALF_WIDTH_PUNCTUATION } from './character-sets.ts'
import { findFile, isChinese, type SharedFontFile } from './shared-fonts.ts'
import type { PageText } from './page-text.ts'
import type { Subsetter } from './subset.ts'
import type { FaceKey } from './typefaces.ts'

/** The font files of a page. */
type PageFaces = Pick<PageFonts, 'first' | 'rest' | 'late'>

/** Number of characters per face for the first screen: about 10, 3 and 4 KB. Few titles have more. */
const FIRST = { 'serif-400': 45, 'serif-700': 12, 'serif-900': 16 } as const
type FirstFace = keyof typeof FIRST

/** Whether the subset for the mask is also one of the files for visitors without a mask. */
const isTitle = (face: FaceKey): face is FirstFace => face === 'serif-700' || face === 'serif-900'

const isHalfWidth = (character: string): boolean => HALF_WIDTH_PUNCTUATION.includes(character)

/** Half-width punctuation first: in a later file it would shift the layout, and it must be in one file. */
const sortForFiles = (characters: Iterable<string>): string[] =>
  [...characters].toSorted((a, b) => Number(isHalfWidth(b)) - Number(isHalfWidth(a)))

/** A subset must not be empty, even if the page has no text in that weight. */
const FILLER = '一'

/**
 * Number of page-specific characters that are loaded eagerly, in all weights, besides the titles of the mask:
 * 45 KB with these, at 230 bytes each, including file overhead. Few pages have more.
 */
const MAX_EAGER_CHARACTERS = 157

/** The script of most of a page's text. */
type Script = LocaleTraits['script']

interface SubsetContext {
  script: Script
  sharedFiles: readonly SharedFontFile[]
  subsetter: Subsetter
}

/** The faces of the mask: with a subset for the first screen, or with the shared file of a character. */
const MASK_FACES: Record<Script, (FirstFace | [shared: FaceKey, character: string])[]> = {
  han: ['serif-400', 'serif-700', 'serif-900', ['display-500i', 'a'], ['numeral-500', '0']],
  latin: [
    ['latin-400', 'a'],
    'serif-900',
    ['display-600', 'a'],
    ['punctuation-400', '’'],
    ['numeral-500', '0'],
  ],
}

const selectFirst = (face: FirstFace, characters: Iterable<string>): string[] =>
  sortForFiles(characters).slice(0, FIRST[face])

/** Makes the font files of a page; those of an English page are nearly all shared. */
export async function makeFaces(
  text: PageText,
  script: Script,
  { sharedFiles: all, subsetter }: Omit<SubsetContext, 'script'>,
): Promise<PageFaces> {
  // English pages have few Chinese words: shared Chinese files would be mostly unused.
  const sharedFiles = all.filter((file) => script === 'han' || !isChinese(file))
  const first = MASK_FACES[script].map((face) => {
    if (typeof face !== 'string') return findFile(sharedFiles, ...face).name
    const characters = selectFirst(face, text.get(face) ?? [])
    return subsetter.ensureSubset(face, characters.length > 0 ? characters : FILLER)
  })
  return {
    first: await Promise.all(first),
    ...(await subsetRest(text, { script, sharedFiles, subsetter })),
  }
}

/**
 * Minimum number of used characters for which a shared file is worth loading. English pages load whole alphabets,
 * which all of them share.
 */
const MIN_LETTERS = { han: 24, latin: 1 } as const
const MIN_CHARACTERS = 40
const MIN_PUNCTUATION = 8

/** Selects files for every character of a text: shared ones if they cover enough of it, else subsets. */
async function subsetRest(
  text: PageText,
  { script, sharedFiles, subsetter }: SubsetContext,
): Promise<Omit<PageFaces, 'first'>> {
  const names: string[] = []
  const missing = new Map<FaceKey, string[]>()
  for (const [face, characters] of text) {
    const needed = new Set(characters)
    const early = isTitle(face) ? selectFirst(face, characters) : []
    if (early.length > 0) names.push(await subsetter.ensureSubset(face, early))
    for (const character of early) needed.delete(character)
    for (const file of sharedFiles.filter((one) => one.face === face)) {
      const covered = [...file.characters].filter((one) => needed.has(one))
      if (!isWorthLoading(file, covered.length, script)) continue
      names.push(file.name)
      for (const character of covered) needed.delete(character)
    }
    if (needed.size > 0) missing.set(face, sortForFiles(needed))
  }
  const share = MAX_EAGER_CHARACTERS / sumLengths(missing)
  const subsetShares = (choose: (characters: readonly string[]) => readonly string[]) =>
    Promise.all(
      [...missing].flatMap(([face, characters]) => {
        const chosen = choose(characters)
        return chosen.length > 0 ? [subsetter.ensureSubset(face, chosen)] : []
      }),
    )
  // Characters are in text order in each weight.
  const near = ({ length }: readonly string[]): number => Math.ceil(length * Math.min(1, share))
  return {
    rest: [
      ...names,
      ...(await subsetShares((characters) => characters.slice(0, near(characters)))),
    ],
    late: await subsetShares((characters) => characters.slice(near(characters))),
  }
}

const sumLengths = (missing: ReadonlyMap<FaceKey, readonly string[]>): number =>
  [...missing.values()].reduce((sum, { length }) => sum + length, 0)

function isWorthLoading(file: SharedFontFile, covered: number, script: Script): boolean {
  const { face, characters } = file
  if (covered === 0) return false
  if (face.startsWith('latin-')) return covered >= Math.min(MIN_LETTERS[script], characters.length)
  if (!face.startsWith('serif-')) return true
  if (!isChinese(file)) return covered >= MIN_PUNCTUATION
  return covered >= Math.min(MIN_CHARACTERS, characters.length / 2)
}
