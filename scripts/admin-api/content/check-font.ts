import { readFileSync } from 'node:fs'
import { create } from 'fontkit'
import { MAX_FONT_BYTES } from '#api/brand.ts'

const ENDINGS = ['.woff2', '.ttf']

export const isFontFile = (name: string): boolean => ENDINGS.some((one) => name.endsWith(one))

function isReadable(bytes: Buffer): boolean {
  try {
    const font = create(bytes)
    return 'characterSet' in font && font.characterSet.length > 0
  } catch {
    return false
  }
}

/**
 * Explains why a file cannot be used as a font of the site; null if it can.
 * @param name the name of the file in messages
 */
export function findFontFault(path: string, name: string): string | null {
  if (!isFontFile(name)) return `${name} is not a font: use a ${ENDINGS.join(' or ')} file.`
  const bytes = readFileSync(path)
  if (bytes.length > MAX_FONT_BYTES) {
    const [actual, allowed] = [bytes.length, MAX_FONT_BYTES].map((size) => Math.ceil(size / 1024))
    return `${name} has ${actual} KB, at most ${allowed} KB are allowed: use a .woff2 file, or one with fewer characters.`
  }
  if (isReadable(bytes)) return null
  return `${name} cannot be read as a font: use a ${ENDINGS.join(' or ')} file that opens in other programs.`
}
