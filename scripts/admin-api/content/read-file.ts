import { readFileSync, statSync } from 'node:fs'
import * as v from 'valibot'
import { LineCounter, parseDocument, type YAMLError } from 'yaml'
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

type Outcome = { kind: 'valid'; data: object } | { kind: 'faulty'; faults: Fault[] }

/** Validates data of a file against its schema. */
export function checkFile(name: string, schema: v.GenericSchema, data: unknown): Outcome {
  const result = v.safeParse(schema, data)
  if (result.success) return { kind: 'valid', data: { ...Object(result.output) } }
  const faults = omitMisspeltFields(result.issues, schema, data).map((issue) => ({
    file: name,
    field: v.getDotPath(issue) ?? WHOLE_FILE,
    message: describeIssue(issue, schema, data),
  }))
  return { kind: 'faulty', faults }
}

function readData(name: string, schema: v.GenericSchema, data: unknown): ReadFile {
  const outcome = checkFile(name, schema, data)
  if (outcome.kind === 'valid') return { data: outcome.data, faults: [] }
  return { data: { ...Object(repair(schema, data)) }, faults: outcome.faults }
}

const QUOTES =
  'If it is part of a text, put that text in quotes: texts that contain ": " or " #", or begin with a special character, need them.'

function describeYaml({ code, message }: YAMLError): string {
  switch (code) {
    case 'DUPLICATE_KEY':
      return 'This field occurs twice. Keep one of them.'
    case 'TAB_AS_INDENT':
      return 'This line begins with a tab. Indent with spaces.'
    case 'BAD_INDENT':
      return 'The indentation of this line differs from that of the lines around it.'
    default: {
      const [first = ''] = message.split('\n')
      return `This cannot be read: ${first.replace(/ at line \d+, column \d+:?$/, '')}. ${QUOTES}`
    }
  }
}

function readYaml(name: string, schema: v.GenericSchema, text: string): ReadFile {
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: true })
  const faults = document.errors.map((error) => ({
    file: name,
    field: WHOLE_FILE,
    message: describeYaml(error),
    line: counter.linePos(error.pos[0]).line,
  }))
  if (faults.length === 0) return readData(name, schema, document.toJS())
  return { data: { ...Object(repair(schema, undefined)) }, faults }
}

/** Reads a file of a content folder, from the cache if it is unchanged. */
export function readFile(
  path: string,
  name: string,
  schema: v.GenericSchema,
  cache: FileCache,
): ReadFile {
  const stamp = readStamp(path)
  if (stamp === null) {
    cache.delete(path)
    const message = 'The file is missing. "content init" writes a complete folder.'
    const data = { ...Object(repair(schema, undefined)) }
    return { data, faults: [{ file: name, field: WHOLE_FILE, message }] }
  }
  const cached = cache.get(path)
  if (cached?.stamp === stamp) return cached.file
  const file = readYaml(name, schema, readFileSync(path, 'utf8'))
  cache.set(path, { stamp, file })
  return file
}
