import type { AnyNode, Element } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import { ROOT_SETTING, createCascade, type Cascade, type Setting } from './cascade.ts'
import { ENGLISH_PUNCTUATION } from './character-sets.ts'
import { readFontRules } from './font-rules.ts'
import { coverageOf, type FaceKey } from './typefaces.ts'

/** The characters that a page draws in each face, in the order in which they first appear. */
export type PageText = ReadonlyMap<FaceKey, ReadonlySet<string>>

const SILENT = new Set(['script', 'style', 'template', 'title', 'svg', 'iframe', 'video', 'audio'])
/** What scripts hold is the half of a page, and no text. */
const SCRIPT = /(<script\b[^>]*>)[^]*?(<\/script>)/g
const INVISIBLE = /[\s\u{200b}-\u{200d}\u{feff}]/u
const punctuation = new Set(ENGLISH_PUNCTUATION)

/**
 * Reads which characters a page shows in which face.
 * @param readSheet the text of a style sheet of the site by its address
 */
export function readPageText(html: string, readSheet: (href: string) => string): PageText {
  const document = parseDocument(html.replaceAll(SCRIPT, '$1$2'))
  const cascade = createCascade(collectSheets(document.children, readSheet).map(readFontRules))
  const text = new Map<FaceKey, Set<string>>()
  for (const node of document.children)
    visit(node, ROOT_SETTING, { cascade, text, noted: new Map(), lang: '' })
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
  /** The characters that have been noted, by how they are set: a page says most of them often. */
  noted: Map<string, Set<string>>
  /** Language of the page: it decides which families the body text has. */
  lang: string
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
    note(generated.content, generated, here)
  }
  for (const child of element.children) visit(child, setting, here)
}

function note(text: string, { weights, voices }: Setting, walk: Walk): void {
  if (text === '') return
  const { text: found, noted, lang } = walk
  const key = `${weights.join()} ${voices.join()} ${lang}`
  const before = noted.get(key) ?? new Set()
  noted.set(key, before)
  for (const character of text) {
    if (before.has(character)) continue
    before.add(character)
    if (INVISIBLE.test(character)) continue
    for (const weight of weights) {
      for (const voice of voices) {
        const face = faceOf(character, weight, voice, lang)
        if (face === null) continue
        const known = found.get(face) ?? new Set()
        found.set(face, known.add(character))
      }
    }
  }
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
