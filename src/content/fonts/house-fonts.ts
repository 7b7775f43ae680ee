import { CORE_CHARACTERS } from './core-characters.ts'
import {
  ACCENTED,
  DISPLAY_LATIN,
  ENGLISH_PUNCTUATION,
  LATIN,
  NUMERALS,
  NUMERAL_LETTERS,
  sortCharacters,
  unicodeRange,
} from './character-sets.ts'
import { fontFace } from './face-style.ts'
import type { CommonText } from './character-use.ts'
import type { Cutter } from './subset.ts'
import { WEIGHTS, coverageOf, type FaceKey } from './typefaces.ts'

// The fonts that pages share. They change with the frame of the pages and with releases, not with
// every article, so that a reader fetches them once.

/** What a shared file is for: all pages, or the frame of Chinese ones. */
interface SharedFile {
  face: FaceKey
  /** Its characters, sorted. */
  characters: string
}

/** A shared file with its name. */
export interface HouseFile extends SharedFile {
  name: string
}

const fileOf = (face: FaceKey, characters: Iterable<string>): SharedFile => {
  const covered = coverageOf(face)
  return { face, characters: sortCharacters([...characters].filter((one) => covered.has(one))) }
}

/** Whether a shared file is for Chinese pages alone. */
export const isChinese = ({ characters }: SharedFile): boolean => /\p{Script=Han}/u.test(characters)

/** All that pages share, whatever they say: Latin letters, figures, punctuation. */
function listLatinFiles(): SharedFile[] {
  const without = (all: string, taken: string) => [...all].filter((one) => !taken.includes(one))
  return [
    ...WEIGHTS.flatMap((weight) => [
      fileOf(`serif-${weight}`, LATIN),
      fileOf(`serif-${weight}`, without(ACCENTED, LATIN)),
    ]),
    ...(['display-500i', 'display-600'] as const).flatMap((face) => [
      fileOf(face, DISPLAY_LATIN),
      fileOf(face, without(ACCENTED, DISPLAY_LATIN)),
    ]),
    fileOf('numeral-500', NUMERALS),
    fileOf('numeral-500', without(NUMERAL_LETTERS, NUMERALS)),
    fileOf('punctuation-400', ENGLISH_PUNCTUATION),
    fileOf('punctuation-600', ENGLISH_PUNCTUATION),
  ]
}

/** A few characters are better off in the files of pages: one file more is one question more. */
const FEW = 12

/** The fixed core of body text, and what most Chinese pages show in each weight: their frame. */
function listChineseFiles({ frame }: CommonText): SharedFile[] {
  return WEIGHTS.map((weight) => {
    const face: FaceKey = `serif-${weight}`
    const own = frame[face] ?? ''
    return fileOf(face, weight === 400 ? CORE_CHARACTERS + own : own)
  }).filter(({ characters }) => [...characters].length > FEW)
}

/** Cuts the shared files. */
export async function makeHouseFonts(common: CommonText, cutter: Cutter): Promise<HouseFile[]> {
  const files = [...listLatinFiles(), ...listChineseFiles(common)]
  return Promise.all(
    files.map(async (file) => ({
      ...file,
      name: await cutter.ensureSubset(file.face, file.characters),
    })),
  )
}

/**
 * The style sheet that declares the shared files, each for its own characters: a browser loads one
 * when a text needs it.
 * @param base address of the folder that holds the files
 */
export const houseSheet = (files: readonly HouseFile[], base: string): string =>
  files
    .map(({ face, name, characters }) =>
      fontFace(face, `${base}${name}.woff2`, unicodeRange(characters)),
    )
    .join('\n')

/** The shared file of a face that holds a character. */
export function findFile(files: readonly HouseFile[], face: FaceKey, character: string): HouseFile {
  const found = files.find((file) => file.face === face && file.characters.includes(character))
  if (!found) throw new Error(`no shared file of ${face} holds ${character}`)
  return found
}
