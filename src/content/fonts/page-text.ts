import type { AnyNode, Element } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import { ROOT_SETTING, createCascade, type Cascade, type Setting } from './cascade.ts'
import { ENGLISH_PUNCTUATION } from './character-sets.ts'
import { readFontRules } from './font-rules.ts'
import { coverageOf, type FaceKey } from './typefaces.ts'

/** The characters that a page draws in each face, in the order in which they first appear. */
export type PageText = ReadonlyMap<FaceKey, ReadonlySet<string>>

const SILENT = new Set(['script', 'style', 'template', 'title', 'svg', 'iframe', 'video', 'audio'])
/** What scripts and drawings hold is the half of a page, and no text. */
const CODE = /(<(script|svg)\b[^>]*>)[^]*?(<\/\2>)/g
const INVISIBLE = /[\s\u{200b}-\u{200d}\u{feff}]/u
const punctuation = new Set(ENGLISH_PUNCTUATION)

/**
 * Reads which characters a page shows in which face.
 * @param readSheet the text of a style sheet of the site by its address
 */
export function readPageText(html: string, readSheet: (href: string) => string): PageText {
  const document = parseDocument(html.replaceAll(CODE, '$1$3'))
  const cascade = createCascade(collectSheets(document.children, readSheet).map(readFontRules))
  const text = new Map<FaceKey, Set<string>>()
  pagesRead += 1
  for (const node of document.children) visit(node, ROOT_SETTING, { cascade, text, lang: '' })
  return text
}

function collectSheets(nodes: readonly AnyNode[], readSheet: (href: string) => string): string[] {
  return nodes.flatMap((node) => {
    if (!('attribs' in node)) return []
    const { name, attribs, children } = node as Element
    if (name === 'style') return [textOf(children)]
    const { rel, href } = attribs
    if (name === 'link' && rel === 'stylesheet' && href !== undefined) return [readSheet(href)]
    return collectSheets(children, readSheet)
  })
}

const textOf = (nodes: readonly AnyNode[]): string =>
  nodes.map((node) => ('data' in node ? node.data : '')).join('')

interface Walk {
  cascade: Cascade
  text: Map<FaceKey, Set<string>>
  /** Language of the page: it decides which families the body text has. */
  lang: string
}

/** Tells pages apart: the characters of one are noted by it. */
let pagesRead = 0

/** What is known of texts that are set in one way. */
interface Shaping {
  /** By code unit, the last page that was found to show it: a page says most characters often. */
  noted: Uint32Array
  /** The faces that draw a character. */
  faces: Map<string, readonly FaceKey[]>
}

const shapings = new Map<string, Map<Setting, Shaping>>()

function shapingOf(setting: Setting, lang: string): Shaping {
  const bySetting = shapings.get(lang) ?? new Map<Setting, Shaping>()
  shapings.set(lang, bySetting)
  const known = bySetting.get(setting) ?? { noted: new Uint32Array(0x10000), faces: new Map() }
  bySetting.set(setting, known)
  return known
}

function visit(node: AnyNode, inherited: Setting, walk: Walk): void {
  if (node.type === 'text') note(node.data, inherited, walk)
  if (!('attribs' in node)) return
  const element = node as Element
  if (SILENT.has(element.name) || element.name === 'head') return
  const { placeholder, value, lang } = element.attribs
  const here = element.name === 'html' && lang !== undefined ? { ...walk, lang } : walk
  const setting = walk.cascade.settingOf(element, inherited)
  note(`${placeholder ?? ''}${element.name === 'input' ? (value ?? '') : ''}`, setting, here)
  for (const generated of walk.cascade.generatedBy(element, setting)) {
    note(generated.content, generated.setting, here)
  }
  for (const child of element.children) visit(child, setting, here)
}

function note(text: string, setting: Setting, walk: Walk): void {
  if (text === '') return
  const { noted, faces } = shapingOf(setting, walk.lang)
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    const isPair = unit >= 0xd800 && unit < 0xdc00
    if (!isPair && noted[unit] === pagesRead) continue
    noted[unit] = pagesRead
    const character = isPair ? text.slice(at, at + 2) : text.charAt(at)
    if (isPair) at += 1
    const drawn = faces.get(character) ?? listFaces(character, setting, walk.lang)
    faces.set(character, drawn)
    for (const face of drawn) {
      const known = walk.text.get(face) ?? new Set()
      walk.text.set(face, known.add(character))
    }
  }
}

function listFaces(
  character: string,
  { weights, voices }: Setting,
  lang: string,
): readonly FaceKey[] {
  if (INVISIBLE.test(character)) return []
  const faces = weights.flatMap((weight) =>
    voices.map((voice) => faceOf(character, weight, voice, lang)),
  )
  return faces.filter((face) => face !== null)
}

/** The face that draws a character: the first of the voice's families that has a glyph for it. */
function faceOf(
  character: string,
  weight: Setting['weights'][number],
  voice: Setting['voices'][number],
  lang: string,
): FaceKey | null {
  const display: FaceKey = weight >= 600 ? 'display-600' : 'display-500i'
  const order: Record<Setting['voices'][number], FaceKey[]> = {
    display: [display],
    numeral: ['numeral-500'],
    serif: [],
  }
  const english = lang.startsWith('en') && punctuation.has(character)
  const own: FaceKey = english
    ? weight >= 600
      ? 'punctuation-600'
      : 'punctuation-400'
    : `serif-${weight}`
  return [...order[voice], own].find((face) => coverageOf(face).has(character)) ?? null
}
