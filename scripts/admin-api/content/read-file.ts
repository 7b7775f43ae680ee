import { readFileSync, statSync } from 'node:fs'
import * as v from 'valibot'
import { LineCounter, parseDocument, visit, type Document, type YAMLError } from 'yaml'
import { describeIssue, omitMisspeltFields } from './describe-issue.ts'
import type { Fault } from './faults.ts'
import { repair } from './repair.ts'

/** The field of a fault that concerns a whole file. */
export const WHOLE_FILE = '(whole file)'

/** The content of a file; in a faulty file, invalid values in `data` are replaced by placeholders. */
export interface ReadFile {
  data: object
  faults: readonly Fault[]
}

interface CachedFile {
  stamp: string
  file: ReadFile
}

/** Contents of files by path, so that only changed files are read again. */
export type FileCache = Map<string, CachedFile>

/** A stamp that changes whenever the file changes, from its inode, size and times; null if it is missing. */
export function readStamp(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stat ? `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}` : null
}

/** Validates data of a file against its schema. */
export function checkFile(name: string, schema: v.GenericSchema, data: unknown): ReadFile {
  const result = v.safeParse(schema, data)
  if (result.success) return { data: { ...Object(result.output) }, faults: [] }
  const faults = omitMisspeltFields(result.issues, schema, data).map((issue) => ({
    file: name,
    field: v.getDotPath(issue) ?? WHOLE_FILE,
    message: describeIssue(issue, schema, data),
  }))
  return { data: repair(schema, data), faults }
}

const INVALID_ENCODING = 'ERR_ENCODING_INVALID_ENCODED_DATA'
const UTF8 = new TextDecoder('utf-8', { fatal: true })
const QUOTES =
  'If it is part of a text, put that text in quotes: texts that contain ": " or " #", begin with a special character, or have a comma or a [link](…) inside { }, need them.'

const FULL_WIDTH =
  'Outside of texts, write the signs : , { } in half width, with a space after : and ",".'

type Problem = Pick<YAMLError, 'code' | 'message' | 'pos'>

/** Finds texts that begin with an asterisk: YAML takes them for references to other values. */
function findUnresolved(document: Document.Parsed): Problem[] {
  const problems: Problem[] = []
  visit(document, {
    Alias(_key, node) {
      if (node.resolve(document)) return
      const message = `"*${node.source}" refers to a value that this file does not have`
      const [start = 0, end = 0] = node.range ?? []
      problems.push({ code: 'BAD_ALIAS', message, pos: [start, end] })
    },
  })
  return problems
}

/** @param line the faulty line, where Chinese input methods may have inserted full-width signs */
function describeYaml({ code, message }: Problem, line: string): string {
  switch (code) {
    case 'DUPLICATE_KEY':
      return 'This field occurs twice. Keep one of them.'
    case 'TAB_AS_INDENT':
      return 'This line begins with a tab. Indent with spaces.'
    case 'BAD_INDENT':
      return 'The indentation of this line differs from that of the lines around it.'
    case 'MULTIPLE_DOCS':
      return 'This line begins a second document. Remove it: a file contains one item.'
    default: {
      const [first = ''] = message.split('\n')
      const advice = /[：，｛｝]/.test(line) ? `${FULL_WIDTH} ${QUOTES}` : QUOTES
      return `This cannot be read: ${first.replace(/ at line \d+, column \d+:?$/, '')}. ${advice}`
    }
  }
}

/** A file with one fault, which concerns the whole of it. */
const rejectFile = (name: string, schema: v.GenericSchema, message: string): ReadFile => ({
  data: repair(schema, undefined),
  faults: [{ file: name, field: WHOLE_FILE, message }],
})

function readYaml(name: string, schema: v.GenericSchema, text: string): ReadFile {
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: true })
  const lines = text.split('\n')
  const errors = [...document.errors, ...findUnresolved(document)].map((error) => {
    return { error, line: counter.linePos(error.pos[0]).line }
  })
  const faults = errors
    // The first error of a line causes the others.
    .filter(({ line }, index) => errors.findIndex((other) => other.line === line) === index)
    .map(({ error, line }) => ({
      file: name,
      field: WHOLE_FILE,
      message: describeYaml(error, lines[line - 1] ?? ''),
      line,
    }))
  if (faults.length > 0) return { data: repair(schema, undefined), faults }
  const data: unknown = document.toJS()
  return Array.isArray(data)
    ? rejectFile(name, schema, 'Expected fields, each on a line such as "title: …"; found a list.')
    : checkFile(name, schema, data)
}

function describeUnreadable(error: unknown): string {
  const isEncoding = error instanceof Error && 'code' in error && error.code === INVALID_ENCODING
  if (isEncoding) return 'This is not a text in UTF-8. Save the file with the encoding UTF-8.'
  return `This cannot be read: ${error instanceof Error ? error.message : String(error)}.`
}

/** Reads a file of a content folder, from the cache if it is unchanged. */
export function readFile(
  path: string,
  name: string,
  schema: v.GenericSchema,
  cache: FileCache,
): ReadFile {
  const fail = (message: string): ReadFile => {
    cache.delete(path)
    return rejectFile(name, schema, message)
  }
  const stamp = readStamp(path)
  if (stamp === null) return fail('The file is missing. "content init" writes a complete folder.')
  const cached = cache.get(path)
  if (cached?.stamp === stamp) return cached.file
  try {
    const file = readYaml(name, schema, UTF8.decode(readFileSync(path)))
    cache.set(path, { stamp, file })
    return file
  } catch (error) {
    return fail(describeUnreadable(error))
  }
}
