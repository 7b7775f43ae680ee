import { CORE_CHARACTERS } from './core-characters.ts'
import {
  ACCENTED,
  DISPLAY_LATIN,
  ENGLISH_PUNCTUATION,
  FULL_WIDTH_PUNCTUATION,
  LATIN,
  NUMERALS,
  NUMERAL_LETTERS,
  sortCharacters,
  formatUnicodeRange,
} from './character-sets.ts'
import type { CharacterStatistics } from './character-statistics.ts'
import type { Subsetter } from './subset.ts'
import { WEIGHTS, renderFontFace, getCoverage, type FaceKey } from './typefaces.ts'

// The subsets that pages share. They change with the frame of pages and with new versions of the program,
// not with every article, so visitors load them once.
interface SharedFile {
  face: FaceKey
  /** Sorted characters. */
  characters: string
}

/** A shared file with its name. */
export interface SharedFontFile extends SharedFile {
  name: string
}

const createFile = (face: FaceKey, characters: Iterable<string>): SharedFile => {
  const covered = getCoverage(face)
  return { face, characters: sortCharacters([...characters].filter((one) => covered.has(one))) }
}

/** Whether a shared file is for Chinese pages only. */
export const isChinese = ({ characters }: SharedFile): boolean => /\p{Script=Han}/u.test(characters)

const without = (all: string, taken: string) => [...all].filter((one) => !taken.includes(one))

/** Lists the subsets of Latin letters, figures and punctuation. */
function listLatinFiles(): SharedFile[] {
  return [
    ...WEIGHTS.flatMap((weight) => [
      createFile(`serif-${weight}`, FULL_WIDTH_PUNCTUATION),
      createFile(`latin-${weight}`, LATIN),
      createFile(`latin-${weight}`, ACCENTED),
    ]),
    ...(['display-500i', 'display-600'] as const).flatMap((face) => [
      createFile(face, DISPLAY_LATIN),
      createFile(face, without(ACCENTED, DISPLAY_LATIN)),
    ]),
    createFile('numeral-500', NUMERALS),
    createFile('numeral-500', without(NUMERAL_LETTERS, NUMERALS)),
    createFile('punctuation-400', ENGLISH_PUNCTUATION),
    createFile('punctuation-600', ENGLISH_PUNCTUATION),
  ]
}

/** A smaller subset is not worth a request; the page-specific subsets then contain its characters. */
const MIN_SHARED_CHARACTERS = 12

/** Lists the subsets of Chinese pages: the core of body text and the frame of each weight. */
function listChineseFiles({ frame }: CharacterStatistics): SharedFile[] {
  return WEIGHTS.map((weight) => {
    const face: FaceKey = `serif-${weight}`
    const own = frame[face] ?? ''
    const characters = weight === 400 ? CORE_CHARACTERS + own : own
    return createFile(face, without(characters, FULL_WIDTH_PUNCTUATION))
  }).filter(({ characters }) => [...characters].length > MIN_SHARED_CHARACTERS)
}

/** Makes the shared subsets. */
export async function makeSharedFonts(
  statistics: CharacterStatistics,
  subsetter: Subsetter,
): Promise<SharedFontFile[]> {
  const files = [...listLatinFiles(), ...listChineseFiles(statistics)]
  return Promise.all(
    files.map(async (file) => ({
      ...file,
      name: await subsetter.ensureSubset(file.face, file.characters),
    })),
  )
}

/**
 * Writes the style sheet of the shared files, with `unicode-range` so that browsers load only those that
 * a text needs. The spaces of every weight are in the regular file, which nearly all pages load: for the spaces of
 * Chinese text, browsers would load the Latin letters of its weight.
 * @param base URL of the fonts folder, with a trailing slash
 */
export function renderSharedSheet(files: readonly SharedFontFile[], base: string): string {
  const regular = findFile(files, 'latin-400', ' ')
  const rule = (face: FaceKey, { name }: SharedFontFile, characters: string) =>
    renderFontFace(face, `${base}${name}.woff2`, formatUnicodeRange(characters))
  return files
    .flatMap((file) => {
      const { face, characters } = file
      const hasSpaces = face.startsWith('latin-') && characters.startsWith(' ')
      if (!hasSpaces || file === regular) return rule(face, file, characters)
      return [rule(face, file, characters.slice(1)), rule(face, regular, ' ')]
    })
    .join('\n')
}

/** Finds the shared file of a face that contains a character. */
export function findFile(
  files: readonly SharedFontFile[],
  face: FaceKey,
  character: string,
): SharedFontFile {
  const match = files.find((file) => file.face === face && file.characters.includes(character))
  if (!match) throw new Error(`no shared file of ${face} contains ${character}`)
  return match
}
