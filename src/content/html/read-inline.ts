import { type ChildNode, type Element, isTag, isText } from 'domhandler'
import * as v from 'valibot'
import type { Block } from '#api/blocks.ts'
import { HrefSchema, type Span } from '#api/primitives.ts'

/** Block-level tags, and table cells, whose texts must not run together. */
const BLOCKS = new Set(
  (
    'h1 h2 h3 h4 h5 h6 p ul ol li blockquote figure figcaption div section table caption tr ' +
    'th td'
  ).split(' '),
)

export const isBlock = (node: ChildNode): node is Element => isTag(node) && BLOCKS.has(node.name)

/** Collapses white space; single no-break and ideographic spaces are kept. */
const collapse = (text: string): string => text.replaceAll(/\s{2,}|[\t\n\f\r]/g, ' ')

export const toLine = (text: string): string => collapse(text).trim()

/** The text of a node in one line; its lines are joined with a space. */
export const readLine = (node: ChildNode): string =>
  isText(node)
    ? node.data
    : isTag(node)
      ? node.children.map(readLine).join('') + (node.name === 'br' || isBlock(node) ? ' ' : '')
      : ''

type Mark = 'text' | 'strong' | 'emphasis'

/** Reads a link. Spaces at its ends, which some editors select with it, belong to the text around it. */
function readLink(node: Element, href: string): Span[] {
  const line = collapse(readLine(node))
  const text = line.trim()
  const [before = '', after = ''] = text === '' ? [line] : line.split(text)
  return [
    { type: 'text', text: before },
    ...(text === '' ? [] : [{ type: 'link' as const, text, href }]),
    { type: 'text', text: after },
  ]
}

function readMarked(nodes: readonly ChildNode[], type: Mark): Span[] {
  return nodes.flatMap((node): Span[] => {
    if (isText(node)) return [{ type, text: collapse(node.data) }]
    if (!isTag(node)) return []
    const { name, children } = node
    if (name === 'br') return [{ type: 'text', text: '\n' }]
    if (name === 'strong' || name === 'b') return readMarked(children, 'strong')
    if (name === 'em' || name === 'i') return readMarked(children, 'emphasis')
    const href = v.safeParse(HrefSchema, node.attribs['href']?.trim())
    if (name === 'a' && href.success) return readLink(node, href.output)
    const spans = readMarked(children, type)
    return isBlock(node)
      ? [{ type: 'text', text: '\n' }, ...spans, { type: 'text', text: '\n' }]
      : spans
  })
}

/** Merges adjacent plain spans and collapses line breaks. */
function joinSpans(spans: Span[]): Span[] {
  const joined: Span[] = []
  for (const span of spans) {
    const last = joined.at(-1)
    if (span.type === 'text' && last?.type === 'text') last.text += span.text
    else joined.push({ ...span })
  }
  for (const [index, span] of joined.entries()) {
    if (span.type !== 'text') continue
    span.text = span.text.replaceAll(/\s*\n\s*/g, '\n').replaceAll(/[^\S\n]{2,}/g, ' ')
    if (index === 0) span.text = span.text.trimStart()
    if (index === joined.length - 1) span.text = span.text.trimEnd()
  }
  return joined.filter(({ text }) => text !== '')
}

/** Reads inline nodes as spans; blocks among them start new lines. */
export const readSpans = (nodes: readonly ChildNode[]): Span[] =>
  joinSpans(readMarked(nodes, 'text'))

export const hasText = (spans: readonly Span[]): boolean =>
  spans.some((span) => span.text.trim() !== '')

/** Finds all descendants with a tag name. */
export function findAll(nodes: readonly ChildNode[], name: string): Element[] {
  return nodes
    .filter(isTag)
    .flatMap((node) => [...(node.name === name ? [node] : []), ...findAll(node.children, name)])
}

/** Reads a size in pixels; 0 for others, such as `100%`. */
const readPixels = (size = ''): number =>
  /^\d+(?:\.\d+)?(?:px)?$/.test(size.trim()) ? Math.round(Number.parseFloat(size)) : 0

/** Reads an image as a block; nothing when its URL was rejected. */
export function readImage(node: Element, caption: string | null, losses: Set<string>): Block[] {
  const url = node.attribs['src']
  if (!url) {
    losses.add('<img> without an address that can be loaded')
    return []
  }
  const [width, height] = [readPixels(node.attribs['width']), readPixels(node.attribs['height'])]
  // One of them does not determine the proportions.
  const size = width > 0 && height > 0 ? { width, height } : { width: 1600, height: 1000 }
  const image = { url, alt: node.attribs['alt'] ?? '', ...size }
  return [{ type: 'image', width: 'text', image, caption }]
}

export const readImages = (nodes: readonly ChildNode[], losses: Set<string>): Block[] =>
  findAll(nodes, 'img').flatMap((node) => readImage(node, null, losses))
