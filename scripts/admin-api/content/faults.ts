import { formatCount } from '../../lib/format-count.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ExpectedError } from '../../lib/expected-error.ts'
import { isNode, LineCounter, parseDocument } from 'yaml'

export interface Fault {
  /** Path in the content folder. */
  file: string
  /** Path in the file, such as `shows.0.hall`. */
  field: string
  message: string
  /** Line from 1, if it cannot be derived from the field. */
  line?: number
  /** Whether the fault involves several fields: it may follow from a fault of one of them. */
  isRule?: boolean
}

/** Collects the faults of a content folder. */
export function collectFaults() {
  const list: Fault[] = []
  return {
    list,
    add(file: string, field: string, message: string, isRule = false): void {
      list.push({ file, field, message, isRule })
    },
  }
}
export type Faults = ReturnType<typeof collectFaults>

/**
 * Returns a function that finds the line of a field, from 1; for a missing field the line of its nearest
 * parent, or of the first field of the file. Media files have no lines.
 */
function createLineFinder(root: string, file: string): (field: string) => number | null {
  if (!file.endsWith('.yaml')) return () => null
  const counter = new LineCounter()
  let text: string
  try {
    text = readFileSync(join(root, file), 'utf8')
  } catch {
    return () => null
  }
  const document = parseDocument(text, { lineCounter: counter })
  return (field) => {
    const path = field.split('.')
    const findLine = (node: unknown) =>
      isNode(node) && node.range ? counter.linePos(node.range[0]).line : null
    for (let length = path.length; length > 0; length -= 1) {
      const line = findLine(document.getIn(path.slice(0, length), true))
      if (line !== null) return line
    }
    const [broken] = document.errors
    if (broken) return broken.linePos?.[0].line ?? null
    return field.startsWith('(') ? null : findLine(document.contents)
  }
}

/** Faults of a content folder, each with file, line and field. */
export class ContentError extends ExpectedError {
  override name = 'ContentError'
  readonly faults: string[]
  readonly list: readonly Fault[]

  /**
   * @param root the folder, to find lines; undefined for content without files
   * @param summary the fault, if it concerns no field of a file
   */
  constructor(list: readonly Fault[], root?: string, summary?: string) {
    const finders = new Map<string, (field: string) => number | null>()
    const findLine = ({ file, field, line }: Fault): number | null => {
      if (line !== undefined || root === undefined) return line ?? null
      const find = finders.get(file) ?? createLineFinder(root, file)
      finders.set(file, find)
      return find(field)
    }
    const faults = list
      .map((fault) => ({ ...fault, line: findLine(fault) }))
      .toSorted((one, other) => {
        return one.file.localeCompare(other.file, 'en') || (one.line ?? 0) - (other.line ?? 0)
      })
      .map(({ file, field, message, line }) => {
        return `${file}${line === null ? '' : `:${line}`}: ${field}: ${message}`
      })
    super(summary ?? `${formatCount(faults.length, 'fault')} in the content:\n${faults.join('\n')}`)
    this.faults = summary === undefined ? faults : [summary]
    this.list = list
  }
}
