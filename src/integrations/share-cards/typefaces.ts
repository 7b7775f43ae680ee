import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { create, type Font } from 'fontkit'
import decompress from 'woff2-encoder/decompress'

// Cards use the fonts of the site from npm packages, because system fonts differ between machines. A face
// is a list of files, each of which is opened when a character requires it.

interface FontFile {
  path: string
  /** Weight on the axis of a variable file; null for a static one. */
  weight: number | null
  covers: (codePoint: number) => boolean
}
type Face = readonly FontFile[]

const project = createRequire(resolve('package.json'))
const folderOf = (name: string): string => dirname(project.resolve(`${name}/package.json`))

/** Parses `U+4e00-4e0f,U+4e11` into a predicate on code points. */
export function readUnicodeRange(range: string): (codePoint: number) => boolean {
  const spans = range.split(',').map((span) => {
    const [first = '', last = first] = span.trim().replace(/^U\+/i, '').split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const
  })
  return (codePoint) => spans.some(([first, last]) => codePoint >= first && codePoint <= last)
}

/** Lists the files of a fontsource package with their Unicode ranges. */
function readFace(name: string, fileOf: (subset: string) => string, weight: number | null): Face {
  const folder = folderOf(name)
  const ranges = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as object
  return Object.entries(ranges).map(([subset, range]) => ({
    path: join(folder, 'files', fileOf(subset.replaceAll(/[[\]]/g, ''))),
    weight,
    covers: readUnicodeRange(String(range)),
  }))
}

const readSerif = (weight: number): Face =>
  readFace(
    '@fontsource-variable/noto-serif-sc',
    (subset) => `noto-serif-sc-${subset}-wght-normal.woff2`,
    weight,
  )
const readDisplay = (style: string): Face =>
  readFace('@fontsource/cormorant', (subset) => `cormorant-${subset}-${style}.woff2`, null)

function readFaces() {
  const text = readSerif(500)
  const heavy = readSerif(900)
  const numerals = readFace(
    '@fontsource/barlow-condensed',
    (subset) => `barlow-condensed-${subset}-500-normal.woff2`,
    null,
  )
  // The Chinese face is the fallback of Latin faces.
  return {
    heavy,
    display: [...readDisplay('600-normal'), ...heavy],
    italic: [...readDisplay('500-italic'), ...text],
    numeral: [...numerals, ...text],
    text,
  }
}
export type FaceName = keyof ReturnType<typeof readFaces>

let faces: ReturnType<typeof readFaces> | null = null
const getFace = (name: FaceName): Face => (faces ??= readFaces())[name]

const opened = new Map<string, Font>()
const keyOf = ({ path, weight }: FontFile): string => `${path} ${weight}`

async function openFont(file: FontFile): Promise<void> {
  // Decompressed first, because fontkit supports variations only in TrueType files.
  const font = create(Buffer.from(await decompress(await readFile(file.path))))
  if (font.type !== 'TTF') throw new Error(`${file.path} is not a TrueType font`)
  opened.set(keyOf(file), file.weight === null ? font : font.getVariation({ wght: file.weight }))
}

const fileFor = (character: string, face: Face): FontFile | undefined =>
  face.find(({ covers }) => covers(character.codePointAt(0) ?? 0))

/** Opens the files of a face that a text needs. */
export async function loadFace(name: FaceName, text: string): Promise<void> {
  const files = new Set([...text].map((character) => fileFor(character, getFace(name))))
  for (const file of files) {
    if (file && !opened.has(keyOf(file))) await openFont(file)
  }
}

/** Finds the opened font of a character; null if there is none or `loadFace` was not called for it. */
export function findFont(character: string, name: FaceName): Font | null {
  const file = fileFor(character, getFace(name))
  const font = file && opened.get(keyOf(file))
  return font?.hasGlyphForCodePoint(character.codePointAt(0) ?? 0) ? font : null
}
