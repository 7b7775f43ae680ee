import type { Font, Glyph } from 'fontkit'
import { memoize } from '#integrations/fonts/memoize.ts'
import { openFont, getSourceFile } from '#integrations/fonts/typefaces.ts'

// Cards use the fonts of the site from npm packages, because system fonts differ between machines.

/** A fontsource package has a file for each of these; the site itself loads only Latin. */
const SCRIPTS = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext']

const listScripts = (face: 'display-600' | 'display-500i'): string[] =>
  SCRIPTS.map((script) => getSourceFile(face).replace('-latin-', `-${script}-`))

/** Lists the font files of each face. The Chinese face is the fallback of Latin faces. */
function listFiles() {
  const heavy = getSourceFile('serif-900')
  const text = getSourceFile('serif-500')
  return {
    heavy: [heavy],
    display: [...listScripts('display-600'), heavy],
    italic: [...listScripts('display-500i'), text],
    numeral: [getSourceFile('numeral-500'), text],
    text: [text],
  }
}
type FaceName = keyof ReturnType<typeof listFiles>

let files: ReturnType<typeof listFiles> | undefined
const openOnce = memoize(openFont)

/** Finds the font of a character; null if no font of the face has it. */
function findFont(character: string, name: FaceName): Font | null {
  files ??= listFiles()
  for (const file of files[name]) {
    const font = openOnce(file)
    if (font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)) return font
  }
  return null
}

export interface TextStyle {
  face: FaceName
  /** Height of the em square in px. */
  size: number
  /** Letter spacing as a fraction of the size. */
  tracking?: number
}

/** Splits text into runs of one font each; characters without a glyph are skipped. */
function splitRuns(text: string, face: FaceName) {
  const runs: { font: Font; text: string }[] = []
  for (const character of text) {
    const font = findFont(character, face)
    if (font === null) continue
    const last = runs.at(-1)
    if (last?.font === font) last.text += character
    else runs.push({ font, text: character })
  }
  return runs
}

/** Lays out a line at size 1. */
function setLine(text: string, face: FaceName, tracking: number) {
  const glyphs: { glyph: Glyph; scale: number; x: number }[] = []
  let width = 0
  for (const { font, text: part } of splitRuns(text, face)) {
    const scale = 1 / font.unitsPerEm
    const run = font.layout(part)
    for (const [index, glyph] of run.glyphs.entries()) {
      const position = run.positions[index]
      glyphs.push({ glyph, scale, x: width + (position?.xOffset ?? 0) * scale })
      width += (position?.xAdvance ?? 0) * scale + tracking
    }
  }
  return { glyphs, width }
}

const widths = new Map<string, number>()

/** Measures a line in px. Cached, because line breaking measures the same lines at several sizes. */
export function measureText(text: string, { face, size, tracking = 0 }: TextStyle): number {
  const key = `${face} ${tracking} ${text}`
  const width = widths.get(key) ?? setLine(text, face, tracking).width
  widths.set(key, width)
  return width * size
}

/** Draws a line of text as an SVG path; `x` is the left edge and `y` the baseline. */
export function drawText(
  text: string,
  style: TextStyle,
  { x, y, fill }: { x: number; y: number; fill: string },
): string {
  const { face, size, tracking = 0 } = style
  const outlines = setLine(text, face, tracking).glyphs.map((placed) =>
    placed.glyph.path
      .scale(placed.scale * size, -placed.scale * size)
      .translate(x + placed.x * size, y)
      .toSVG(),
  )
  return `<path fill="${fill}" d="${outlines.join('')}"/>`
}
