import { type ChildNode, isTag, isText } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import sanitizeHtml from 'sanitize-html'
import * as v from 'valibot'
import type { Block } from '#api/blocks.ts'
import { HrefSchema, type Span } from '#api/primitives.ts'

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [
    'h1 h2 h3 h4 h5 h6 p ul ol li blockquote figure figcaption img a strong b em i br div section',
  ].flatMap((tags) => tags.split(' ')),
  allowedAttributes: { a: ['href'], img: ['src', 'alt', 'width', 'height'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  disallowedTagsMode: 'discard',
}

const textOf = (node: ChildNode): string =>
  isText(node) ? node.data : isTag(node) ? node.children.map(textOf).join('') : ''

const tidy = (text: string): string => text.replaceAll(/\s+/g, ' ')

function readSpans(nodes: ChildNode[], type: 'text' | 'strong' | 'emphasis' = 'text'): Span[] {
  return nodes.flatMap((node): Span[] => {
    if (isText(node)) return node.data === '' ? [] : [{ type, text: tidy(node.data) }]
    if (!isTag(node)) return []
    if (node.name === 'br') return [{ type: 'text', text: '\n' }]
    if (node.name === 'strong' || node.name === 'b') return readSpans(node.children, 'strong')
    if (node.name === 'em' || node.name === 'i') return readSpans(node.children, 'emphasis')
    const href = v.safeParse(HrefSchema, node.attribs['href'])
    if (node.name === 'a' && href.success) {
      return [{ type: 'link', text: tidy(textOf(node)), href: href.output }]
    }
    return readSpans(node.children, type)
  })
}

const hasText = (spans: Span[]): boolean => spans.some((span) => span.text.trim() !== '')

function readImage(node: ChildNode, caption: string | null): Block[] {
  if (!isTag(node) || node.name !== 'img' || !node.attribs['src']) return []
  const size = (name: string, otherwise: number) => Number(node.attribs[name]) || otherwise
  const image = {
    url: node.attribs['src'],
    alt: node.attribs['alt'] ?? '',
    width: size('width', 1600),
    height: size('height', 1000),
  }
  return [{ type: 'image', width: 'text', image, caption }]
}

function readFigure(children: ChildNode[]): Block[] {
  const captions = children.filter((child) => isTag(child) && child.name === 'figcaption')
  const caption = tidy(captions.map(textOf).join(' ')).trim()
  return children.flatMap((child) => readImage(child, caption || null))
}

function readNode(node: ChildNode): Block[] {
  if (!isTag(node)) {
    const spans = readSpans([node])
    return hasText(spans) ? [{ type: 'paragraph', content: spans }] : []
  }
  const text = tidy(textOf(node)).trim()
  switch (node.name) {
    case 'h1':
    case 'h2':
      return text ? [{ type: 'heading', level: 2, text }] : []
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return text ? [{ type: 'heading', level: 3, text }] : []
    case 'ul':
    case 'ol': {
      const items = node.children
        .filter((child) => isTag(child) && child.name === 'li')
        .map((child) => readSpans(isTag(child) ? child.children : []))
      return [{ type: 'list', style: node.name === 'ol' ? 'numbered' : 'bulleted', items }]
    }
    case 'blockquote':
      return text ? [{ type: 'quote', text, source: null }] : []
    case 'figure':
      return readFigure(node.children)
    case 'img':
      return readImage(node, null)
    case 'div':
    case 'section':
      return node.children.flatMap(readNode)
    default: {
      const images = node.children.flatMap((child) => readImage(child, null))
      const spans = readSpans(node.children)
      return hasText(spans) ? [{ type: 'paragraph', content: spans }, ...images] : images
    }
  }
}

/**
 * Reads the HTML of a rich-text editor into blocks. Scripts, styles, event handlers and addresses
 * other than http(s), mailto, tel and site paths never get through (spec section 1, design 4).
 */
export function readRichText(html: string): Block[] {
  return parseDocument(sanitizeHtml(html, ALLOWED)).children.flatMap(readNode)
}
