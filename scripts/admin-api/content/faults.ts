import { formatCount } from '../../lib/format-count.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ExpectedError } from '../../lib/expected-error.ts'
import { isNode, LineCounter, parseDocument } from 'yaml'

export interface Fault {
  /** Below the content folder. */
  file: string
  /** Where in the file: `shows.0.hall`. */
  field: string
  message: string
  /** Counted from 1, where the field does not tell it. */
  line?: number
  /** Whether several fields together are wrong: it may be the consequence of a fault of one of them. */
  isRule?: boolean
}

/** Collects what is wrong with a content folder, each fault with its file and field. */
export interface Faults {
  list: Fault[]
  add(file: string, field: string, message: string, isRule?: boolean): void
}

export function collectFaults(): Faults {
  const list: Fault[] = []
  return {
    list,
    add(file, field, message, isRule = false) {
      list.push({ file, field, message, isRule })
    },
  }
}

/**
 * Finds the lines of fields, counted from 1; of a field that is missing, the line of its parent, which
 * for a field of the file itself is where its fields begin.
 */
function readLines(root: string, file: string): (field: string) => number | null {
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
    const lineOf = (node: unknown) =>
      isNode(node) && node.range ? counter.linePos(node.range[0]).line : null
    for (let length = path.length; length > 0; length -= 1) {
      const line = lineOf(document.getIn(path.slice(0, length), true))
      if (line !== null) return line
    }
    const [broken] = document.errors
    if (broken) return broken.linePos?.[0].line ?? null
    return field.startsWith('(') ? null : lineOf(document.contents)
  }
}

/** All faults of a content folder together, each with file, line and field. */
export class ContentError extends ExpectedError {
  override name = 'ContentError'
  readonly faults: string[]
  readonly list: readonly Fault[]

  /**
   * @param root the folder, for the lines; none when the content has no files
   * @param summary what is wrong when it is no field of a file
   */
  constructor(list: readonly Fault[], root?: string, summary?: string) {
    const linesOf = new Map<string, (field: string) => number | null>()
    const findLine = ({ file, field, line }: Fault): number | null => {
      if (line !== undefined || root === undefined) return line ?? null
      const lines = linesOf.get(file) ?? readLines(root, file)
      linesOf.set(file, lines)
      return lines(field)
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
