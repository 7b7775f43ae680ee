import { parseDocument } from 'htmlparser2'
import { createCascade, type Setting } from './cascade.ts'
import { ENGLISH_PUNCTUATION, isLatin } from './character-sets.ts'
import { readFontRules } from './font-rules.ts'
import { placesOf, type ElementPosition } from './places.ts'
import { readAttributes, scanHtml } from './scan-html.ts'
import { coverageOf, type FaceKey } from './typefaces.ts'

/** The characters that a page draws in each face, in the order in which they first appear. */
export type PageText = ReadonlyMap<FaceKey, ReadonlySet<string>>

const INVISIBLE = /[\s\u{200b}-\u{200d}\u{feff}]/u
const punctuation = new Set(ENGLISH_PUNCTUATION)

/**
 * Reads the characters that a page shows in each face.
 * @param readSheet reads a style sheet of the site by its URL
 */
export function readPageText(html: string, readSheet: (href: string) => string): PageText {
  const { find } = placesOf(createCascade(collectSheets(html, readSheet).map(readFontRules)))
  const text = new Map<FaceKey, Set<string>>()
  pagesRead += 1
  /** The open elements, each with its last child. */
  const open: { place: ElementPosition | null; name: string; last: ElementPosition | null }[] = [
    { place: null, name: '', last: null },
  ]
  scanHtml(html, {
    open(tag, name) {
      const around = open.at(-1)
      if (!around) return
      const place = find(around.place, around.last, tag, name)
      around.last = place
      open.push({ place, name, last: null })
      if (place.isIgnored) return
      addCharacters(readOwnText(tag, name), place.setting, place.lang, text)
      for (const { content, setting } of place.generated)
        addCharacters(content, setting, place.lang, text)
    },
    close(name) {
      const at = open.findLastIndex((one) => one.name === name)
      if (at > 0) open.length = at
    },
    text(written) {
      const place = open.at(-1)?.place
      if (place && !place.isIgnored) addCharacters(decode(written), place.setting, place.lang, text)
    },
  })
  return text
}

const SHEET = /<script\b[^]*?<\/script>|<style\b[^>]*>([^]*?)<\/style>|<(link)\b[^>]*>/g

function collectSheets(html: string, readSheet: (href: string) => string): string[] {
  return [...html.matchAll(SHEET)].flatMap(([tag, style, link]) => {
    if (style !== undefined) return [style]
    if (link === undefined) return []
    const { rel, href } = readAttributes(tag.slice(1, -1), link)
    // Theme style sheets set colours only.
    return rel === 'stylesheet' && href !== undefined && !href.startsWith('/images/')
      ? [readSheet(decode(href))]
      : []
  })
}

/** Reads the text that an element shows from its attributes. */
function readOwnText(tag: string, name: string): string {
  if (name !== 'input' && !tag.includes('placeholder')) return ''
  const { placeholder = '', value = '' } = readAttributes(tag, name)
  return decode(placeholder + (name === 'input' ? value : ''))
}

/** Decodes character references. */
function decode(written: string): string {
  if (!written.includes('&')) return written
  return parseDocument(written)
    .children.map((node) => ('data' in node ? node.data : ''))
    .join('')
}

/** Number of the current page, to skip characters that were already added. */
let pagesRead = 0

/** Cache for texts with one setting and language. */
interface Shaping {
  /** By code unit, the last page that contained it, because most characters repeat within a page. */
  lastPage: Uint32Array
  /** The faces of a character. */
  faces: Map<string, readonly FaceKey[]>
}

const shapings = new Map<string, Map<Setting, Shaping>>()

function shapingOf(setting: Setting, lang: string): Shaping {
  const bySetting = shapings.get(lang) ?? new Map<Setting, Shaping>()
  shapings.set(lang, bySetting)
  const known = bySetting.get(setting) ?? { lastPage: new Uint32Array(0x10000), faces: new Map() }
  bySetting.set(setting, known)
  return known
}

function addCharacters(
  text: string,
  setting: Setting,
  lang: string,
  found: Map<FaceKey, Set<string>>,
): void {
  if (text === '') return
  const { lastPage, faces } = shapingOf(setting, lang)
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    const isPair = unit >= 0xd800 && unit < 0xdc00
    if (!isPair && lastPage[unit] === pagesRead) continue
    lastPage[unit] = pagesRead
    const character = isPair ? text.slice(at, at + 2) : text.charAt(at)
    if (isPair) at += 1
    const drawn = faces.get(character) ?? listFaces(character, setting, lang)
    faces.set(character, drawn)
    for (const face of drawn) {
      const known = found.get(face) ?? new Set()
      found.set(face, known.add(character))
    }
  }
}

function listFaces(
  character: string,
  { weights, roles }: Setting,
  lang: string,
): readonly FaceKey[] {
  if (INVISIBLE.test(character)) return []
  const faces = weights.flatMap((weight) =>
    roles.map((role) => faceOf(character, weight, role, lang)),
  )
  return faces.filter((face) => face !== null)
}

/** The face of a character: the first family of the role that has a glyph for it. */
function faceOf(
  character: string,
  weight: Setting['weights'][number],
  role: Setting['roles'][number],
  lang: string,
): FaceKey | null {
  const display: FaceKey = weight >= 600 ? 'display-600' : 'display-500i'
  const families: Record<Setting['roles'][number], FaceKey[]> = {
    display: [display],
    numeral: ['numeral-500'],
    serif: isLatin(character) ? [`latin-${weight}`] : [],
  }
  const english = !lang.startsWith('zh') && punctuation.has(character)
  const own: FaceKey = english
    ? weight >= 600
      ? 'punctuation-600'
      : 'punctuation-400'
    : `serif-${weight}`
  return [...families[role], own].find((face) => coverageOf(face).has(character)) ?? null
}
