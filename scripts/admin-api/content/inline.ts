import { fromMarkdown } from 'mdast-util-from-markdown'
import * as v from 'valibot'
import { HrefSchema, type Span } from '#api/primitives.ts'

type Root = ReturnType<typeof fromMarkdown>
type Paragraph = Extract<Root['children'][number], { type: 'paragraph' }>
type Phrase = Paragraph['children'][number]

// Only inline markup is supported. Without this, "1937. It was winter" would be parsed as a list and "<3" as
// HTML.
const inlineOnly = {
  disable: {
    null: [
      'blockQuote',
      'codeFenced',
      'codeIndented',
      'codeText',
      'definition',
      'headingAtx',
      'htmlFlow',
      'htmlText',
      'labelStartImage',
      'list',
      'setextUnderline',
      'thematicBreak',
    ],
  },
}

// CommonMark does not parse `**《茶馆》**的`: a delimiter between Chinese punctuation and a letter is not
// right-flanking. Delimiters that remain in a text are therefore parsed here.
const LEFTOVER = /(\*\*?)(?!\s)([^*]+)(?<!\s)\1/g

/** Stands for an escaped asterisk, so that it is not parsed as a leftover. YAML does not allow this character. */
const ESCAPED = '\uffff'
const hideEscaped = (markdown: string): string =>
  markdown.replaceAll(/\\[\\*]/g, (pair) => (pair === '\\*' ? ESCAPED : pair))
const showEscaped = (text: string): string => text.replaceAll(ESCAPED, '*')

function readLeftovers(text: string): Span[] {
  const spans: Span[] = []
  let from = 0
  for (const { 0: whole, 1: marks, 2: marked = '', index } of text.matchAll(LEFTOVER)) {
    spans.push({ type: 'text', text: text.slice(from, index) })
    spans.push({ type: marks === '**' ? 'strong' : 'emphasis', text: marked })
    from = index + whole.length
  }
  return [...spans, { type: 'text', text: text.slice(from) }]
}

function readPlain(phrase: Phrase): string {
  if ('value' in phrase) return phrase.value
  if ('children' in phrase) return phrase.children.map(readPlain).join('')
  return phrase.type === 'break' ? '\n' : ''
}

/** Spans are flat: nested markup takes the type of the outer one. */
function readPhrase(phrase: Phrase): Span[] {
  const text = readPlain(phrase)
  switch (phrase.type) {
    case 'strong':
    case 'emphasis':
      return [{ type: phrase.type, text }]
    case 'link':
      if (v.is(HrefSchema, phrase.url))
        return [{ type: 'link', text, href: showEscaped(phrase.url) }]
      throw new Error(
        `Link to "${phrase.url}": expected a path of this site, http(s):, mailto: or tel:.`,
      )
    default:
      return readLeftovers(text)
  }
}

/** Joins adjacent text spans and removes empty spans. */
function joinTexts(spans: Span[]): Span[] {
  const joined: Span[] = []
  for (const span of spans) {
    const last = joined.at(-1)
    const text = showEscaped(span.text)
    if (span.type === 'text' && last?.type === 'text') last.text += text
    else if (text !== '') joined.push({ ...span, text })
  }
  return joined
}

/** Parsed texts: every import parses all texts, and few of them change. */
const cache = new Map<string, Span[][]>()
const MAX_CACHED = 10_000

/**
 * Parses text with `**strong**`, `*emphasis*` and `[links](/path)`; `\*` is an asterisk, and a blank line separates
 * paragraphs.
 * @throws Error for a link that is not allowed
 */
export function readParagraphs(markdown: string): Span[][] {
  const cached = cache.get(markdown)
  if (cached) return cached
  const root = fromMarkdown(hideEscaped(markdown), { extensions: [inlineOnly] })
  const paragraphs = root.children.flatMap((block) =>
    block.type === 'paragraph' ? [joinTexts(block.children.flatMap(readPhrase))] : [],
  )
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(markdown, paragraphs)
  return paragraphs
}

/** Like `readParagraphs`, with paragraphs joined by line breaks. */
export function readInline(markdown: string): Span[] {
  return joinTexts(
    readParagraphs(markdown).flatMap((spans, index) =>
      index === 0 ? spans : [{ type: 'text' as const, text: '\n' }, ...spans],
    ),
  )
}
