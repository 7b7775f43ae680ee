import type { Font } from 'fontkit'
import { openFont, sourceFile } from '#integrations/fonts/typefaces.ts'

// Cards use the fonts of the site from npm packages, because system fonts differ between machines.

/** A fontsource package has a file for each of these; the site itself loads only Latin. */
const SCRIPTS = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext']

const listScripts = (face: 'display-600' | 'display-500i'): string[] =>
  SCRIPTS.map((script) => sourceFile(face).replace('-latin-', `-${script}-`))

/** Lists the font files of each face. The Chinese face is the fallback of Latin faces. */
function listFiles() {
  const heavy = sourceFile('serif-900')
  const text = sourceFile('serif-500')
  return {
    heavy: [heavy],
    display: [...listScripts('display-600'), heavy],
    italic: [...listScripts('display-500i'), text],
    numeral: [sourceFile('numeral-500'), text],
    text: [text],
  }
}
export type FaceName = keyof ReturnType<typeof listFiles>

let files: ReturnType<typeof listFiles> | undefined
const opened = new Map<string, Font>()

function openOnce(file: string): Font {
  const font = opened.get(file) ?? openFont(file)
  opened.set(file, font)
  return font
}

/** Finds the font of a character; null if no font of the face has it. */
export function findFont(character: string, name: FaceName): Font | null {
  files ??= listFiles()
  for (const file of files[name]) {
    const font = openOnce(file)
    if (font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)) return font
  }
  return null
}
