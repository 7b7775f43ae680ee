import { isTag } from 'domhandler'
import { parseDocument, Parser } from 'htmlparser2'
import { createCascade, ROOT_SETTING, type Setting, type Styles } from './cascade.ts'
import { ENGLISH_PUNCTUATION, isLatin } from './character-sets.ts'
import { readFontRules } from './font-rules.ts'
import type { StyledElement } from './match-selector.ts'
import { getCoverage, type FaceKey } from './typefaces.ts'

/** The characters of a page by face, in order of first appearance. */
export type PageText = ReadonlyMap<FaceKey, ReadonlySet<string>>

type Attributes = StyledElement['attribs']

interface PageElement extends StyledElement, Styles {
  /** Language of the page, which determines the families of body text. */
  lang: string
  /** Whether its content is not text of the page, such as scripts. */
  isIgnored: boolean
}

const IGNORED = new Set('head script style template title svg iframe video audio'.split(' '))
const INVISIBLE = /[\s\u{200b}-\u{200d}\u{feff}]/u
const punctuation = new Set(ENGLISH_PUNCTUATION)

/**
 * Reads the characters that a page shows in each face.
 * @param readSheet reads a style sheet of the site by its URL
 */
export function readPageText(html: string, readSheet: (href: string) => string): PageText {
  const getStyles = createCascade(collectSheets(html, readSheet).map(readFontRules))
  const text = new Map<FaceKey, Set<string>>()
  const listLabels = readLiveLabels(html)
  /** The open elements, each with its last child. */
  const open: { element: PageElement | null; last: PageElement | null }[] = [
    { element: null, last: null },
  ]
  const parser = new Parser({
    onopentag(name, attribs) {
      const around = open.at(-1)
      if (!around) return
      const { element: parent, last: prev } = around
      const styled = { name, attribs, parent, prev }
      const element: PageElement = {
        ...styled,
        ...getStyles(styled, parent?.setting ?? ROOT_SETTING),
        lang: name === 'html' ? (attribs['lang'] ?? '') : (parent?.lang ?? ''),
        isIgnored: parent?.isIgnored === true || IGNORED.has(name),
      }
      around.last = element
      open.push({ element, last: null })
      if (element.isIgnored) return
      addCharacters(readOwnText(name, attribs) + listLabels(attribs), element, text)
      for (const { content, setting } of element.generated)
        addCharacters(content, { setting, lang: element.lang }, text)
    },
    onclosetag() {
      open.pop()
    },
    ontext(content) {
      const element = open.at(-1)?.element
      if (element && !element.isIgnored) addCharacters(content, element, text)
    },
  })
  parser.end(html)
  return text
}

const SHEET = /<script\b[^]*?<\/script>|<style\b[^>]*>([^]*?)<\/style>|<link\b[^>]*>/g

function collectSheets(html: string, readSheet: (href: string) => string): string[] {
  return [...html.matchAll(SHEET)].flatMap(([tag, style]) => {
    if (style !== undefined) return [style]
    const [link] = parseDocument(tag).children
    if (!link || !isTag(link)) return []
    const { rel, href } = link.attribs
    // Theme style sheets set colours only.
    return rel === 'stylesheet' && href !== undefined && !href.startsWith('/images/')
      ? [readSheet(href)]
      : []
  })
}

/** Reads the text that an element shows from its attributes. */
const readOwnText = (name: string, { placeholder = '', value = '' }: Attributes): string =>
  placeholder + (name === 'input' ? value : '')

/** The texts of live facts: labels by kind and state, and one with the number of places. */
interface LiveTexts {
  labels: Record<string, Record<string, { text: string }>>
  places: string
}

const LIVE_TEXTS = /<script\b[^>]*\bid="live-texts"[^>]*>([^]*?)<\/script>/

/**
 * Reads the labels that live facts can show in the elements of a page (`components/states/LiveFacts.astro`).
 * @returns all labels of an element, as one text
 */
function readLiveLabels(html: string): (attributes: Attributes) => string {
  const source = LIVE_TEXTS.exec(html)?.[1]
  if (source === undefined) return () => ''
  const { labels, places }: LiveTexts = JSON.parse(source)
  return ({ 'data-live': live = '', 'data-counted': counted }) => {
    const own = Object.values(labels[live.split(':')[0] ?? ''] ?? {})
    return own.map(({ text }) => text).join('') + (counted === undefined ? '' : places)
  }
}

/** The faces of each character, by setting and language. */
const cache = new Map<string, Map<Setting, Map<string, readonly FaceKey[]>>>()

function addCharacters(
  text: string,
  { setting, lang }: Pick<PageElement, 'setting' | 'lang'>,
  pageText: Map<FaceKey, Set<string>>,
): void {
  const bySetting = cache.get(lang) ?? new Map<Setting, Map<string, readonly FaceKey[]>>()
  cache.set(lang, bySetting)
  const faces = bySetting.get(setting) ?? new Map<string, readonly FaceKey[]>()
  bySetting.set(setting, faces)
  for (const character of text) {
    const drawn = faces.get(character) ?? listFaces(character, setting, lang)
    faces.set(character, drawn)
    for (const face of drawn) {
      const characters = pageText.get(face) ?? new Set()
      pageText.set(face, characters.add(character))
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
    roles.map((role) => getFace(character, weight, role, lang)),
  )
  return faces.filter((face) => face !== null)
}

/** The face of a character: the first family of the role that has a glyph for it. */
function getFace(
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
  const isEnglish = !lang.startsWith('zh') && punctuation.has(character)
  const own: FaceKey = isEnglish
    ? weight >= 600
      ? 'punctuation-600'
      : 'punctuation-400'
    : `serif-${weight}`
  return [...families[role], own].find((face) => getCoverage(face).has(character)) ?? null
}
