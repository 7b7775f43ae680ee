import { type ChildNode, type Element, isTag } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import type { Block } from '#api/blocks.ts'
import { cleanHtml } from './clean-html.ts'
import {
  findAll,
  hasText,
  isBlock,
  readLine,
  readImage,
  readImages,
  readSpans,
  toLine,
} from './read-inline.ts'
import { readList } from './read-list.ts'
import { readTable } from './read-table.ts'

function readParagraph(nodes: readonly ChildNode[], losses: Set<string>): Block[] {
  const spans = readSpans(nodes)
  const images = readImages(nodes, losses)
  return hasText(spans) ? [{ type: 'paragraph', content: spans }, ...images] : images
}

function readFigure({ children }: Element, losses: Set<string>): Block[] {
  const isCaption = (child: ChildNode) => isTag(child) && child.name === 'figcaption'
  const captions = children.filter(isCaption)
  const others = children.filter((child) => !isCaption(child))
  const caption = toLine(captions.map(readLine).join(' ')) || null
  const [table] = findAll(others, 'table')
  if (table) return readTable(table, caption, losses)
  const images = findAll(others, 'img')
  // With text beside its pictures, such as the captions of inner figures, a figure is read like a section.
  const isPicture = images.length > 0 && !hasText(readSpans(others))
  if (isPicture) return images.flatMap((image) => readImage(image, caption, losses))
  return [...readFlow(others, losses), ...readParagraph(captions, losses)]
}

function readBlock(node: Element, losses: Set<string>): Block[] {
  const text = toLine(readLine(node))
  const withImages = (block: Block): Block[] => [
    ...(text ? [block] : []),
    ...readImages(node.children, losses),
  ]
  switch (node.name) {
    case 'h1':
    case 'h2':
      return withImages({ type: 'heading', level: 2, text })
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return withImages({ type: 'heading', level: 3, text })
    case 'ul':
    case 'ol':
      return readList(node, losses)
    case 'table':
      return readTable(node, null, losses)
    case 'blockquote':
      return withImages({ type: 'quote', text, source: null })
    case 'figure':
      return readFigure(node, losses)
    default:
      return readFlow(node.children, losses)
  }
}

/** Reads blocks, and wraps inline nodes between them in paragraphs. */
function readFlow(nodes: readonly ChildNode[], losses: Set<string>): Block[] {
  const blocks: Block[] = []
  let line: ChildNode[] = []
  const endLine = () => {
    blocks.push(...readParagraph(line, losses))
    line = []
  }
  for (const node of nodes) {
    if (isBlock(node)) {
      endLine()
      blocks.push(...readBlock(node, losses))
    } else line.push(node)
  }
  endLine()
  return blocks
}

/**
 * Parses HTML of a rich-text editor into blocks.
 * @returns the blocks, and `losses`: descriptions of unsupported content
 */
export function readHtml(html: string) {
  const losses = new Set<string>()
  const { children } = parseDocument(cleanHtml(html, losses))
  return { blocks: readFlow(children, losses), losses: [...losses] }
}
