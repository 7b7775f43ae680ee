import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { isKeyItself } from '../../lib/read-config.ts'
import { readUserName } from '../../lib/user-name.ts'

/** A file named by a setting cannot be used; the message states the reason. */
class KeyFileError extends Error {
  override name = 'KeyFileError'
}

/** Explains why a file cannot be read; wrong paths and owners are the most common mistakes. */
function explainUnreadable(file: string, cause: unknown): string {
  if (isKeyItself(file)) return 'this is the key itself; store it in a file and set the path'
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'ENOENT' || code === 'ENOTDIR') return `file ${file} does not exist`
  if (code === 'EACCES') return `user ${readUserName()} may not read ${file}`
  return cause instanceof Error ? cause.message : String(cause)
}

function readContent(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (cause) {
    throw new KeyFileError(explainUnreadable(file, cause), { cause })
  }
}

/**
 * Reads and parses a file named by a setting.
 * @param parse throws when the content is invalid
 * @throws KeyFileError
 */
export function readKeyFile<T>(file: string, parse: (content: Buffer) => T): T {
  const content = readContent(file)
  try {
    return parse(content)
  } catch (cause) {
    throw new KeyFileError(`${file} has unexpected content`, { cause })
  }
}

/** @param read throws KeyFileError, or any error for a malformed value */
const createReadSchema = <T>(read: (value: string) => T, expected: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.rawTransform<string, T>(({ dataset, addIssue, NEVER }) => {
        try {
          return read(dataset.value)
        } catch (error) {
          const why = error instanceof KeyFileError ? `: ${error.message}` : ''
          addIssue({ message: expected + why })
          return NEVER
        }
      }),
    ),
  )

/**
 * Schema of an optional setting that names a file.
 * @param parse throws when the content is invalid
 * @param expected error message that states the expected value
 */
export const createFileSchema = <T>(parse: (content: Buffer) => T, expected: string) =>
  createReadSchema((file) => readKeyFile(file, parse), expected)

/** Schema of an optional setting with entries separated by spaces, each of which names a file. */
export const createFilesSchema = <T>(readEntry: (entry: string) => T, expected: string) =>
  createReadSchema(
    (text) => text.trim().split(/\s+/).map(readEntry),
    `${expected}, several of them separated by spaces`,
  )
