import { type ChildNode, type Element, isTag } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import type { Block } from '#api/blocks.ts'
import { cleanHtml } from './clean-html.ts'
import {
  findAll,
  hasText,
  isBlock,
  lineOf,
  readImage,
  readImages,
  readSpans,
} from './read-inline.ts'
import { readList } from './read-list.ts'
import { readTable } from './read-table.ts'

export interface ReadHtml {
  blocks: Block[]
  /** Descriptions of unsupported content; empty if there is none. */
  lost: string[]
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

function readParagraph(nodes: readonly ChildNode[], lost: Set<string>): Block[] {
  const spans = readSpans(nodes)
  const images = readImages(nodes, lost)
  return hasText(spans) ? [{ type: 'paragraph', content: spans }, ...images] : images
}

function readFigure({ children }: Element, lost: Set<string>): Block[] {
  const [captions, others] = [
    children.filter((child) => isTag(child) && child.name === 'figcaption'),
    children.filter((child) => !(isTag(child) && child.name === 'figcaption')),
  ]
  const caption = oneLine(captions.map(lineOf).join(' ')) || null
  const [table] = findAll(others, 'table')
  if (table) return readTable(table, caption, lost)
  const images = findAll(others, 'img')
  if (images.length > 0) return images.flatMap((image) => readImage(image, caption, lost))
  return [...readFlow(others, lost), ...readParagraph(captions, lost)]
}

function readBlock(node: Element, lost: Set<string>): Block[] {
  const text = oneLine(lineOf(node))
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
    case 'ol':
      return readList(node, lost)
    case 'table':
      return readTable(node, null, lost)
    case 'blockquote':
      return [
        ...(text ? [{ type: 'quote' as const, text, source: null }] : []),
        ...readImages(node.children, lost),
      ]
    case 'figure':
      return readFigure(node, lost)
    case 'p':
      return readParagraph(node.children, lost)
    default:
      return readFlow(node.children, lost)
  }
}

/** Reads blocks, and wraps inline nodes between them in paragraphs. */
function readFlow(nodes: readonly ChildNode[], lost: Set<string>): Block[] {
  const blocks: Block[] = []
  let line: ChildNode[] = []
  const endLine = () => {
    blocks.push(...readParagraph(line, lost))
    line = []
  }
  for (const node of nodes) {
    if (isTag(node) && isBlock(node)) {
      endLine()
      blocks.push(...readBlock(node, lost))
    } else line.push(node)
  }
  endLine()
  return blocks
}

/** Parses HTML of a rich-text editor into blocks, and reports unsupported content. */
export function readHtml(html: string): ReadHtml {
  const lost = new Set<string>()
  const { children } = parseDocument(cleanHtml(html, lost))
  return { blocks: readFlow(children, lost), lost: [...lost] }
}
