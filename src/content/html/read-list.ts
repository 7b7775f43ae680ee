import { type ChildNode, Element, isTag } from 'domhandler'
import type { Block } from '#api/blocks.ts'
import type { Span } from '#api/primitives.ts'
import { findAll, hasText, isBlock, readImages, readSpans } from './read-inline.ts'

const MAX_LEVEL = 3

interface List {
  style: 'bulleted' | 'numbered'
  items: Item[]
}
interface Item {
  content: Span[]
  list: List | null
}

/** Separates the nested lists of an item, at any depth, from its content, in which line breaks replace them. */
function splitItem(nodes: readonly ChildNode[]): { own: ChildNode[]; lists: Element[] } {
  const lists: Element[] = []
  const own = nodes.map((node) => {
    if (!isTag(node)) return node
    if (node.name === 'ul' || node.name === 'ol') {
      lists.push(node)
      return new Element('br', {})
    }
    const inner = splitItem(node.children)
    lists.push(...inner.lists)
    return new Element(node.name, node.attribs, inner.own)
  })
  return { own, lists }
}

function joinLists(lists: readonly List[]): List | null {
  const first = lists.find(({ items }) => items.length > 0)
  return first ? { style: first.style, items: lists.flatMap(({ items }) => items) } : null
}

/** Groups the children of a list by item. Text and inline elements in a row are one item. */
function groupItems(children: readonly ChildNode[]): ChildNode[][] {
  const groups: ChildNode[][] = []
  let line: ChildNode[] | undefined
  for (const child of children) {
    if (isBlock(child)) {
      groups.push(child.name === 'li' ? child.children : [child])
      line = undefined
    } else if (line) line.push(child)
    else groups.push((line = [child]))
  }
  return groups
}

function readItems(node: Element, level: number, losses: Set<string>): Item[] {
  const items: Item[] = []
  for (const nodes of groupItems(node.children)) {
    const { own, lists } = splitItem(nodes)
    const nested = joinLists(lists.map((list) => readNested(list, level + 1, losses)))
    const content = readSpans(own)
    const last = items.at(-1)
    if (level === MAX_LEVEL) {
      // Deeper levels are flattened after their item.
      if (hasText(content)) items.push({ content, list: null })
      if (nested) items.push(...nested.items)
    } else if (!hasText(content) && nested && last && !last.list) {
      // Some editors write a nested list as the next sibling of its item.
      last.list = nested
    } else if (hasText(content) || nested) items.push({ content, list: nested })
  }
  return items
}

function readNested(node: Element, level: number, losses: Set<string>): List {
  if (level > MAX_LEVEL) losses.add(`lists nested more than ${MAX_LEVEL} deep (shown on level 3)`)
  const style = node.name === 'ol' ? 'numbered' : 'bulleted'
  return { style, items: readItems(node, Math.min(level, MAX_LEVEL), losses) }
}

/** Reads a list as a block, followed by the images of its items. */
export function readList(node: Element, losses: Set<string>): Block[] {
  if (findAll(node.children, 'table').length > 0) {
    losses.add('<table> inside a list (shown as text)')
  }
  const { style, items } = readNested(node, 1, losses)
  const images = readImages(node.children, losses)
  if (items.length === 0) return images
  if (items.every(({ list }) => list === null)) {
    return [{ type: 'list', style, items: items.map(({ content }) => content) }, ...images]
  }
  return [{ type: 'nested_list', style, items }, ...images]
}
