import { readFile } from 'node:fs/promises'
import { create, type Font } from 'fontkit'
import { compress, decompress } from 'woff2-encoder'
import { MAX_FONT_BYTES, type BrandFonts } from '#api/brand.ts'
import { getInit } from '#api/site.ts'
import { resolveMediaBase, readMediaIfAvailable, rejectMedia } from './media.ts'
import { formatUnicodeRange } from '#integrations/fonts/character-sets.ts'
import { FONT_BASE } from '#integrations/fonts/page-fonts.ts'
import { projectRequire, writeFontFace } from '#integrations/fonts/typefaces.ts'
import { ensureFile, hashContent } from '#integrations/media/media-store.ts'

// The font families that an organisation chooses, in addition to the per-page subsets: custom properties with
// families that precede those of `tokens.css`, and their `@font-face` rules.

interface Face {
  family: string
  /** Range of CSS weights. */
  weight: string
  style: 'normal' | 'italic'
  /** Path in a fontsource package. */
  file: string
}

/** Latin letters and signs only, because the face of punctuation depends on the language. */
const LETTERS = 'U+20-7e,U+a0-24f'

const heading = (cut: string): Face => ({
  family: 'Brand Heading',
  weight: '100 900',
  style: cut.endsWith('italic') ? 'italic' : 'normal',
  file: `@fontsource/${cut.replace('/', '/files/')}.woff2`,
})

/** The Latin letters of the Chinese serif. */
const noto = (family: string): Face => ({
  family,
  weight: '200 900',
  style: 'normal',
  file: '@fontsource-variable/noto-serif-sc/files/noto-serif-sc-latin-wght-normal.woff2',
})

/** The faces of each family; empty for the families of `tokens.css`. */
const HEADINGS: Record<BrandFonts['heading_family'], readonly Face[]> = {
  cormorant: [],
  'noto-serif': [noto('Brand Heading')],
  'source-serif': [
    heading('source-serif-4/source-serif-4-latin-600-normal'),
    heading('source-serif-4/source-serif-4-latin-500-italic'),
  ],
  'barlow-condensed': [
    heading('barlow-condensed/barlow-condensed-latin-600-normal'),
    heading('barlow-condensed/barlow-condensed-latin-500-italic'),
  ],
}

const TEXTS: Record<BrandFonts['text_family'], readonly Face[]> = {
  'source-serif': [],
  'noto-serif': [noto('Brand Text')],
}

/** Letters of Times New Roman by their advance width in thousandths of an em. */
const TIMES_LETTERS: Readonly<Record<number, string>> = {
  278: 'ilt',
  333: 'fr',
  389: 's',
  444: 'ace',
  500: 'bdghnopuy',
  722: 'w',
  778: 'm',
}
const TIMES_WIDTHS = new Map(
  Object.entries(TIMES_LETTERS).flatMap(([width, letters]) =>
    [...letters].map((letter) => [letter, Number(width)] as const),
  ),
)
/** Letters in proportion to their frequency in English. */
const SAMPLE = 'eeeeeettttaaaaooooiiiinnnnssshhhrrrddlluucmwfgypb'

const percent = (part: number): string => `${(part * 100).toFixed(1)}%`

/** Writes a metric-compatible fallback from a system font, which prevents layout shift. */
function writeFallback(font: Font, { family, weight, style }: Omit<Face, 'file'>): string {
  const covered = font.characterSet.filter((code) => code >= 0x20 && code <= 0x24f)
  const letters = [...SAMPLE].filter((letter) => covered.includes(letter.codePointAt(0) ?? 0))
  if (letters.length === 0) return ''
  const measure = (widthOf: (letter: string) => number) =>
    letters.reduce((sum, letter) => sum + widthOf(letter), 0)
  const own = measure((one) => font.glyphForCodePoint(one.codePointAt(0) ?? 0).advanceWidth)
  const times = measure((one) => TIMES_WIDTHS.get(one) ?? 0)
  const size = own / font.unitsPerEm / (times / 1000)
  const local = style === 'italic' ? ' Italic' : ''
  const sources = ['Times New Roman', 'Liberation Serif', 'Tinos']
  return `@font-face{${[
    `font-family:"${family} Stand-in"`,
    `font-weight:${weight}`,
    `font-style:${style}`,
    `src:${sources.map((name) => `local("${name}${local}")`).join()}`,
    `size-adjust:${percent(size)}`,
    `ascent-override:${percent(font.ascent / font.unitsPerEm / size)}`,
    `descent-override:${percent(-font.descent / font.unitsPerEm / size)}`,
    'line-gap-override:0%',
    `unicode-range:${formatUnicodeRange(String.fromCodePoint(...covered))}`,
  ].join(';')}}`
}

const isWoff2 = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'wOF2'

/** Publishes a font and writes its `@font-face` rule and that of its fallback. */
async function declareFace(
  bytes: Uint8Array,
  font: Font,
  { range, ...descriptors }: Omit<Face, 'file'> & { range: string },
): Promise<string> {
  const path = `fonts/brand-${hashContent(bytes)}.woff2`
  await ensureFile(path, async () => (isWoff2(bytes) ? bytes : compress(bytes)))
  const url = FONT_BASE + path.slice('fonts/'.length)
  return writeFontFace(descriptors, url, range) + writeFallback(font, descriptors)
}

async function openFont(bytes: Uint8Array): Promise<Font> {
  const font = create(Buffer.from(isWoff2(bytes) ? await decompress(bytes) : bytes))
  if (!('characterSet' in font) || font.characterSet.length === 0) {
    throw new Error('it contains no single font')
  }
  return font
}

/** Further files of a face, in this order: browsers load one only for its letters. */
const EXTENSIONS = ['vietnamese', 'latin-ext'] as const

async function declareShipped({ file, ...descriptors }: Face): Promise<string> {
  const read = async (path: string) => {
    const bytes = await readFile(projectRequire.resolve(path))
    return { bytes, font: await openFont(bytes) }
  }
  const { bytes, font } = await read(file)
  const covered = new Set(font.characterSet)
  const extensions = EXTENSIONS.map(async (extension) => {
    const further = await read(file.replace('-latin-', `-${extension}-`))
    const letters = further.font.characterSet
      .filter((code) => !covered.has(code))
      .map((code) => String.fromCodePoint(code))
      .filter((letter) => /\p{Script=Latin}/u.test(letter))
    const range = formatUnicodeRange(letters.join(''))
    return declareFace(further.bytes, further.font, { ...descriptors, range })
  })
  const own = declareFace(bytes, font, { ...descriptors, range: LETTERS })
  return (await Promise.all([own, ...extensions])).join('')
}

/**
 * Declares the organisation's own font and checks whether it covers Chinese.
 * @returns null for a file that cannot be used; the page that is being rendered then has a fault
 */
async function declareOwn(url: string, viewurl: string) {
  const address = new URL(url, resolveMediaBase(viewurl)).href
  const reject = (fault: string): null => {
    const remedy = `provide a woff2 or ttf file of at most ${MAX_FONT_BYTES / 1024} KB`
    rejectMedia(address, `it ${fault}: ${remedy}`, {
      subject: getInit.path,
      field: 'site.brand.fonts.display_font',
    })
    return null
  }
  const file = await readMediaIfAvailable(address)
  if (!file) return null
  const bytes = await file.read()
  if (bytes.byteLength > MAX_FONT_BYTES) {
    return reject(`has ${Math.ceil(bytes.byteLength / 1024)} KB`)
  }
  const font = await openFont(bytes).catch(() => null)
  if (!font) return reject('is not a font that browsers support')
  const isChinese = font.characterSet.some((code) => code >= 0x4e00 && code <= 0x9fff)
  const descriptors = {
    family: 'Brand Display',
    weight: '100 900',
    style: 'normal',
    range: '',
  } as const
  return { css: await declareFace(bytes, font, descriptors), isChinese }
}

const withFallback = (faces: readonly Face[]): string[] =>
  faces.slice(0, 1).flatMap(({ family }) => [family, `${family} Stand-in`])

const setFamilies = (property: string, names: readonly string[]): string =>
  names.length > 0 ? `:root{${property}:${names.map((name) => `"${name}"`).join()},}` : ''

/**
 * Writes the style sheet of the chosen families; empty for the default ones.
 * @param viewurl `viewurl` of the init data
 */
export async function writeFontSheet(fonts: BrandFonts, viewurl: string): Promise<string> {
  const [headings, texts] = [HEADINGS[fonts.heading_family], TEXTS[fonts.text_family]]
  const own = fonts.display_font === null ? null : await declareOwn(fonts.display_font, viewurl)
  const shipped = await Promise.all([...headings, ...texts].map(declareShipped))
  return [
    own?.css ?? '',
    ...shipped,
    setFamilies('--brand-heading', [
      ...(own ? ['Brand Display', 'Brand Display Stand-in'] : []),
      ...withFallback(headings),
    ]),
    setFamilies('--brand-text', withFallback(texts)),
    // A font with Chinese characters is also used for Chinese headings.
    own?.isChinese
      ? ':where(h1,h2,h3):where(:lang(zh)):not(.numeral){font-family:"Brand Display",var(--serif)}'
      : '',
  ].join('')
}
