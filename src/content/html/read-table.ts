import { type ChildNode, type Element, isTag } from 'domhandler'
import type { Block } from '#api/blocks.ts'
import type { Span } from '#api/primitives.ts'
import { findAll, hasText, readLine, readImages, readSpans, toLine } from './read-inline.ts'

/** No price list is wider; a larger `colspan` is an error or an attack. */
const MAX_SPAN = 50

interface Cell {
  content: Span[]
  isHeading: boolean
}

const isNamed =
  (...names: string[]) =>
  (node: ChildNode): node is Element =>
    isTag(node) && names.includes(node.name)

/** Rows of the table itself, not of tables nested in its cells. */
const listRows = (node: Element): Element[] =>
  node.children.flatMap((child) => {
    if (isNamed('tr')(child)) return [child]
    return isNamed('thead', 'tbody', 'tfoot')(child) ? listRows(child) : []
  })

const getSpan = (cell: Element, name: 'colspan' | 'rowspan'): number =>
  Math.min(MAX_SPAN, Math.max(1, Number.parseInt(cell.attribs[name] ?? '1', 10) || 1))

/** Reads the cells into a grid, repeating cells that span several columns or rows. */
function readGrid(rows: readonly Element[]): Cell[][] {
  const grid: Cell[][] = rows.map(() => [])
  for (const [rowIndex, row] of rows.entries()) {
    let column = 0
    for (const node of row.children.filter(isNamed('td', 'th'))) {
      while (grid[rowIndex]?.[column]) column += 1
      const cell = { content: readSpans(node.children), isHeading: node.name === 'th' }
      const width = getSpan(node, 'colspan')
      for (const line of grid.slice(rowIndex, rowIndex + getSpan(node, 'rowspan'))) {
        for (let at = column; at < column + width; at += 1) line[at] = cell
      }
      column += width
    }
  }
  const width = Math.max(0, ...grid.map((row) => row.length))
  const empty: Cell = { content: [], isHeading: false }
  return grid.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? empty))
}

const getContents = (row: readonly Cell[]): Span[][] => row.map(({ content }) => content)

/**
 * Reads a table as a block, followed by the images of its cells.
 * @param title caption of a figure around the table
 */
export function readTable(node: Element, title: string | null, losses: Set<string>): Block[] {
  if (findAll(node.children, 'table').length > 0) {
    losses.add('<table> inside a table (shown as text)')
  }
  const grid = readGrid(listRows(node)).filter((row) => row.some(({ content }) => hasText(content)))
  const images = readImages(node.children, losses)
  const [first, ...others] = grid
  if (!first) return images
  const hasHead = first.every(({ isHeading }) => isHeading) && others.length > 0
  const body = hasHead ? others : grid
  const own = node.children.filter(isNamed('caption')).map(readLine).join(' ')
  const caption = toLine(own) || title
  return [
    {
      type: 'table',
      caption,
      head: hasHead ? getContents(first) : [],
      row_heads: body.every(([cell]) => cell?.isHeading === true),
      rows: body.map(getContents),
    },
    ...images,
  ]
}
