import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import * as v from 'valibot'
import { isKeyItself } from '../../lib/read-config.ts'

/** A file of a setting cannot be used; the message says why. */
class KeyFileError extends Error {
  override name = 'KeyFileError'
}

/** Why a file cannot be read: whoever installs a key mistakes its path or its owner most often. */
function explainUnreadable(file: string, cause: unknown): string {
  if (isKeyItself(file)) return 'this is the key itself, which belongs into a file'
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'ENOENT' || code === 'ENOTDIR') return `there is no file ${file}`
  if (code === 'EACCES') return `the user ${userInfo().username} may not read ${file}`
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
 * Reads the file of a setting.
 * @param parse throws when the file holds something else
 * @throws KeyFileError
 */
export function readKeyFile<T>(file: string, parse: (content: Buffer) => T): T {
  const content = readContent(file)
  try {
    return parse(content)
  } catch (cause) {
    throw new KeyFileError(`${file} holds something else`, { cause })
  }
}

/**
 * Schema of a setting that names one or several files.
 * @param read throws KeyFileError, or any error for a value of another form
 * @param expected what the setting should name
 */
export const createFilesSchema = <T>(read: (value: string) => T, expected: string) =>
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
  )

/** Schema of a setting that names a file. @param parse throws when the file holds something else */
export const createFileSchema = <T>(parse: (content: Buffer) => T, expected: string) =>
  createFilesSchema((file) => readKeyFile(file, parse), expected)
