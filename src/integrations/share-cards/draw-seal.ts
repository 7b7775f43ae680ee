import sharp from 'sharp'
import type { Theme } from '#api/theme.ts'
import { drawText, measureText, type TextStyle } from './set-text.ts'

type SealColours = Pick<Theme, 'accent' | 'paper'>

/**
 * Font size, columns and baselines by number of characters, as fractions of the side from the top left.
 */
const LAYOUTS = [
  { size: 0.56, columns: [0.5], baselines: [0.7] },
  { size: 0.34, columns: [0.5], baselines: [0.455, 0.83] },
  { size: 0.26, columns: [0.5], baselines: [0.31, 0.59, 0.87] },
  { size: 0.34, columns: [0.29, 0.71], baselines: [0.455, 0.83] },
]
const SIDE_BY_SIDE = { size: 0.42, columns: [0.31, 0.69], baselines: [0.65] }

/** Draws a seal of one to four characters as SVG. */
export function drawSeal(
  seal: string,
  { x, y, size }: { x: number; y: number; size: number },
  { accent, paper }: SealColours,
): string {
  const characters = [...seal]
  const isLatinPair = characters.length === 2 && !/\p{Script=Han}/u.test(seal)
  const layout = isLatinPair ? undefined : LAYOUTS[characters.length - 1]
  const { size: part, columns, baselines } = layout ?? SIDE_BY_SIDE
  const points = baselines.flatMap((base) => columns.map((centre) => [centre, base] as const))
  const style: TextStyle = { face: 'heavy', size: size * part }
  const drawn = characters.map((character, index) => {
    const [centre, base] = points[index] ?? [0.5, 0.5]
    const left = x + size * centre - measureText(character, style) / 2
    return drawText(character, style, { x: left, y: y + size * base, fill: paper })
  })
  return `<rect x="${x}" y="${y}" width="${size}" height="${size}" fill="${accent}"/>${drawn.join('')}`
}

/** Draws a sign as a PNG image. @param size side length in pixels */
export async function drawSign(
  sign: string,
  size: number,
  colours: SealColours,
): Promise<Uint8Array> {
  const seal = drawSeal(sign, { x: 0, y: 0, size }, colours)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${seal}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
