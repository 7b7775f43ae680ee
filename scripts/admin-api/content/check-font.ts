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
 * Why a file cannot be the font of a site; null when it can.
 * @param name as messages name it
 */
export function findFontFault(path: string, name: string): string | null {
  if (!isFontFile(name)) return `${name} is no font: give a ${ENDINGS.join(' or ')} file.`
  const bytes = readFileSync(path)
  if (bytes.length > MAX_FONT_BYTES) {
    const [given, allowed] = [bytes.length, MAX_FONT_BYTES].map((size) => Math.ceil(size / 1024))
    return `${name} has ${given} KB, at most ${allowed} KB are allowed: give a .woff2 file, or one with fewer characters.`
  }
  if (isReadable(bytes)) return null
  return `${name} cannot be read as a font: give a ${ENDINGS.join(' or ')} file that opens in other programs.`
}
