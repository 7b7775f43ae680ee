import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { openSync } from 'fontkit'

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
  /** OpenType features to keep. */
  features: readonly string[]
  package: string
  /** Path of the full font in the package. */
  file: string
}

const serif = (folder: string): Typeface => ({
  package: '@expo-google-fonts/noto-serif-sc',
  file: `${folder}/NotoSerifSC_${folder}.ttf`,
  // Kerning, vertical writing and contextual spacing of punctuation.
  features: ['kern', 'vert', 'vrt2', 'vkrn', 'halt', 'vhal', 'chws', 'vchw'],
})

const latin = (name: string, style: string, features: readonly string[]): Typeface => ({
  features,
  package: `@fontsource/${name}`,
  file: `files/${name}-latin-${style}.woff2`,
})

/** Latin letters of body text. */
const text = (weight: Weight): Typeface =>
  latin('source-serif-4', `${weight}-normal`, ['kern', 'liga'])

const TYPEFACES: Record<FaceKey, Typeface> = {
  'serif-200': serif('200ExtraLight'),
  'serif-300': serif('300Light'),
  'serif-400': serif('400Regular'),
  'serif-500': serif('500Medium'),
  'serif-600': serif('600SemiBold'),
  'serif-700': serif('700Bold'),
  'serif-900': serif('900Black'),
  'latin-200': text(200),
  'latin-300': text(300),
  'latin-400': text(400),
  'latin-500': text(500),
  'latin-600': text(600),
  'latin-700': text(700),
  'latin-900': text(900),
  'display-500i': latin('cormorant', '500-italic', ['kern', 'liga']),
  'display-600': latin('cormorant', '600-normal', ['kern', 'liga']),
  'numeral-500': latin('barlow-condensed', '500-normal', ['kern', 'lnum', 'tnum']),
  'punctuation-400': latin('source-serif-4', '400-normal', ['kern']),
  'punctuation-600': latin('source-serif-4', '600-normal', ['kern']),
}

export const FACE_KEYS: readonly string[] = Object.keys(TYPEFACES)

const require = createRequire(import.meta.url)

/** The path of the full font of a face. */
export function sourceFile(face: FaceKey): string {
  const { package: name, file } = TYPEFACES[face]
  return require.resolve(`${name}/${file}`)
}

export const getFeatures = (face: FaceKey): readonly string[] => TYPEFACES[face].features

const versions = new Map<string, string>()

/** The package of a face with its version, part of the name of subsets. */
export function getPackageVersion(face: FaceKey): string {
  const { package: name } = TYPEFACES[face]
  const cached = versions.get(name)
  if (cached !== undefined) return cached
  const manifest = readFileSync(require.resolve(`${name}/package.json`), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  versions.set(name, `${name}@${version}`)
  return `${name}@${version}`
}

const coverages = new Map<FaceKey, ReadonlySet<string>>()

function getRegularFace(face: FaceKey): FaceKey {
  if (face.startsWith('serif-')) return 'serif-400'
  return face.startsWith('latin-') ? 'latin-400' : face
}

/** Characters that a face has a glyph for. All weights of a serif have the same ones. */
export function getCoverage(face: FaceKey): ReadonlySet<string> {
  const source = getRegularFace(face)
  const cached = coverages.get(source)
  if (cached) return cached
  const font = openSync(sourceFile(source))
  if (!('characterSet' in font)) throw new Error(`${sourceFile(source)} contains several fonts`)
  const covered = new Set(font.characterSet.map((code) => String.fromCodePoint(code)))
  coverages.set(source, covered)
  return covered
}
