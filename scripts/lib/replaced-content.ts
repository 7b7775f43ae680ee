import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// A flag for deliberately replaced content, after which the site may have far fewer pages than the live
// release. The importer writes a token; the publisher removes it.

const getFile = (dataDir: string) => join(dataDir, 'content-replaced')

/** Flags the content of a data folder as replaced. */
export function markContentReplaced(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(getFile(dataDir), randomUUID())
}

/** Reads the current token; undefined when the content was not replaced since the last release. */
export function readContentReplaced(dataDir: string): string | undefined {
  try {
    return readFileSync(getFile(dataDir), 'utf8')
  } catch {
    return undefined
  }
}

/** Removes the flag, unless the token has changed in the meantime. */
export function clearContentReplaced(dataDir: string, token: string | undefined): void {
  if (token !== undefined && readContentReplaced(dataDir) === token) rmSync(getFile(dataDir))
}
