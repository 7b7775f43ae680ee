import { fromMarkdown } from 'mdast-util-from-markdown'
import * as v from 'valibot'
import { HrefSchema } from '#api/primitives.ts'
import type { Span } from '#api/primitives.ts'

type Root = ReturnType<typeof fromMarkdown>
type Paragraph = Extract<Root['children'][number], { type: 'paragraph' }>
type Phrase = Paragraph['children'][number]

// Only inline marks have a meaning here. Without this "1937. It was winter" would be a list and
// "<3" a piece of HTML.
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

// Markdown does not close `**《茶馆》**的`: a mark between Chinese punctuation and a letter does not
// count as its right end. Marks that are left over in a text are therefore read once more.
const LEFTOVER = /\*\*([^*]+)\*\*|\*([^*]+)\*/g

function readLeftovers(text: string): Span[] {
  const spans: Span[] = []
  const rest = text.replace(LEFTOVER, (_whole, strong?: string, emphasis?: string) => {
    return strong === undefined ? `\u0000e${emphasis}\u0000` : `\u0000s${strong}\u0000`
  })
  for (const [index, part] of rest.split('\u0000').entries()) {
    if (part === '') continue
    if (index % 2 === 0) spans.push({ type: 'text', text: part })
    else spans.push({ type: part[0] === 's' ? 'strong' : 'emphasis', text: part.slice(1) })
  }
  return spans
}

function readPlain(phrase: Phrase): string {
  if ('value' in phrase) return phrase.value
  if ('children' in phrase) return phrase.children.map(readPlain).join('')
  return phrase.type === 'break' ? '\n' : ''
}

/** A nested mark takes the kind of the outer one: spans are flat. */
function readPhrase(phrase: Phrase): Span[] {
  const text = readPlain(phrase)
  switch (phrase.type) {
    case 'strong':
    case 'emphasis':
      return [{ type: phrase.type, text }]
    case 'link':
      if (v.is(HrefSchema, phrase.url)) return [{ type: 'link', text, href: phrase.url }]
      throw new Error(
        `Link to "${phrase.url}": expected a path of this site, http(s):, mailto: or tel:.`,
      )
    default:
      return readLeftovers(text)
  }
}

/** Neighbouring pieces of the same kind become one, and no empty ones stay. */
function joinTexts(spans: Span[]): Span[] {
  const joined: Span[] = []
  for (const span of spans) {
    const last = joined.at(-1)
    if (span.type === 'text' && last?.type === 'text') last.text += span.text
    else if (span.text !== '') joined.push({ ...span })
  }
  return joined
}

/** Texts that were read before: each import reads all of them, and nearly all are as they were. */
const known = new Map<string, Span[][]>()
const MOST_KNOWN = 10_000

/**
 * Reads text with `**strong**`, `*emphasis*` and `[links](/path)`; a blank line begins a paragraph.
 * @throws Error for a link that leads nowhere allowed
 */
export function readParagraphs(markdown: string): Span[][] {
  const before = known.get(markdown)
  if (before) return before
  const root = fromMarkdown(markdown, { extensions: [inlineOnly] })
  const paragraphs = root.children.flatMap((block) =>
    block.type === 'paragraph' ? [joinTexts(block.children.flatMap(readPhrase))] : [],
  )
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(markdown, paragraphs)
  return paragraphs
}

/** The same for one line: paragraphs are joined. */
export function readInline(markdown: string): Span[] {
  return joinTexts(
    readParagraphs(markdown).flatMap((spans, index) =>
      index === 0 ? spans : [{ type: 'text' as const, text: '\n' }, ...spans],
    ),
  )
}
