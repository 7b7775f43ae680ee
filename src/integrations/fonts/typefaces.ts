import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { openSync, type Font } from 'fontkit'
import { memoize } from './memoize.ts'

/** The weights of both serifs: ExtraLight, Light, Regular, Medium, SemiBold, Bold, Heavy. */
export const WEIGHTS = [200, 300, 400, 500, 600, 700, 900] as const
export type Weight = (typeof WEIGHTS)[number]

/** A face by role, weight and, with `i`, italic style; also the prefix of its file names. */
export type FaceKey =
  | `serif-${Weight}`
  | `latin-${Weight}`
  | 'display-500i'
  | 'display-600'
  | 'numeral-500'
  | 'punctuation-400'
  | 'punctuation-600'

interface Typeface {
  family: string
  /** A weight or a range of weights. */
  weight: string
  style: 'normal' | 'italic'
  /** OpenType features to keep. */
  features: readonly string[]
  package: string
  /** Path of the full font in the package. */
  file: string
}

const serif = (weight: Weight, name: string): Typeface => ({
  family: 'Site Serif',
  weight: String(weight),
  style: 'normal',
  // Kerning, vertical writing and contextual spacing of punctuation.
  features: ['kern', 'vert', 'vrt2', 'vkrn', 'halt', 'vhal', 'chws', 'vchw'],
  package: '@expo-google-fonts/noto-serif-sc',
  file: `${weight}${name}/NotoSerifSC_${weight}${name}.ttf`,
})

function fontsource(
  family: string,
  name: string,
  weight: Weight,
  features: readonly string[],
  style: Typeface['style'] = 'normal',
): Typeface {
  const file = `files/${name}-latin-${weight}-${style}.woff2`
  return { family, weight: String(weight), style, features, package: `@fontsource/${name}`, file }
}

/** Latin letters of body text. */
const latin = (weight: Weight): Typeface =>
  fontsource('Site Latin', 'source-serif-4', weight, ['kern', 'liga'])

const punctuation = (weight: Weight): Typeface =>
  fontsource('Site Punctuation', 'source-serif-4', weight, ['kern'])

const TYPEFACES: Record<FaceKey, Typeface> = {
  'serif-200': serif(200, 'ExtraLight'),
  'serif-300': serif(300, 'Light'),
  'serif-400': serif(400, 'Regular'),
  'serif-500': serif(500, 'Medium'),
  'serif-600': serif(600, 'SemiBold'),
  'serif-700': serif(700, 'Bold'),
  'serif-900': serif(900, 'Black'),
  'latin-200': latin(200),
  'latin-300': latin(300),
  'latin-400': latin(400),
  'latin-500': latin(500),
  'latin-600': latin(600),
  'latin-700': latin(700),
  'latin-900': latin(900),
  'display-500i': fontsource('Site Display', 'cormorant', 500, ['kern', 'liga'], 'italic'),
  'display-600': fontsource('Site Display', 'cormorant', 600, ['kern', 'liga']),
  'numeral-500': fontsource('Site Numeral', 'barlow-condensed', 500, ['kern', 'lnum', 'tnum']),
  'punctuation-400': { ...punctuation(400), weight: '200 500' },
  'punctuation-600': { ...punctuation(600), weight: '600 900' },
}

export const FACE_KEYS: readonly string[] = Object.keys(TYPEFACES)

/** Resolves files of packages, by the project folder: this module is bundled where pages are rendered. */
export const projectRequire = createRequire(resolve('package.json'))

/** The path of the full font of a face. */
export function getSourceFile(face: FaceKey): string {
  const { package: name, file } = TYPEFACES[face]
  return projectRequire.resolve(`${name}/${file}`)
}

export const getFeatures = (face: FaceKey): readonly string[] => TYPEFACES[face].features

const readVersion = memoize((name: string) => {
  const manifest = readFileSync(projectRequire.resolve(`${name}/package.json`), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  return `${name}@${version}`
})

/** The package of a face with its version, part of the name of subsets. */
export const getPackageVersion = (face: FaceKey): string => readVersion(TYPEFACES[face].package)

export function openFont(file: string): Font {
  const font = openSync(file)
  if (!('characterSet' in font)) throw new Error(`${file} contains several fonts`)
  return font
}

function getRegularFace(face: FaceKey): FaceKey {
  if (face.startsWith('serif-')) return 'serif-400'
  return face.startsWith('latin-') ? 'latin-400' : face
}

const readCoverage = memoize((face: FaceKey): ReadonlySet<string> => {
  const { characterSet } = openFont(getSourceFile(face))
  return new Set(characterSet.map((code) => String.fromCodePoint(code)))
})

/** Characters that a face has a glyph for. All weights of a serif have the same ones. */
export const getCoverage = (face: FaceKey): ReadonlySet<string> =>
  readCoverage(getRegularFace(face))

/** An `@font-face` rule for a file of a face. */
export const renderFontFace = (face: FaceKey, url: string, range: string): string =>
  writeFontFace(TYPEFACES[face], url, range)

/** An `@font-face` rule. @param range `unicode-range`; empty for all characters of the file */
export function writeFontFace(
  { family, weight, style }: Pick<Typeface, 'family' | 'weight' | 'style'>,
  url: string,
  range: string,
): string {
  const descriptors = [
    `font-family:"${family}"`,
    `font-weight:${weight}`,
    `font-style:${style}`,
    'font-display:swap',
    `src:url(${url})format("woff2")`,
    ...(range === '' ? [] : [`unicode-range:${range}`]),
  ]
  return `@font-face{${descriptors.join(';')}}`
}
