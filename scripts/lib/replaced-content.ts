import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Somebody has replaced the content of a data folder on purpose: the site may then have far fewer
// pages than the live release. The importer leaves a mark, the publisher takes it away.

const fileOf = (dataDir: string) => join(dataDir, 'content-replaced')

/** Marks the content of a data folder as replaced. */
export function markContentReplaced(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(fileOf(dataDir), randomUUID())
}

/** The mark that stands now; undefined when the content was not replaced since the last release. */
export function readContentReplaced(dataDir: string): string | undefined {
  try {
    return readFileSync(fileOf(dataDir), 'utf8')
  } catch {
    return undefined
  }
}

/** Takes a mark away, unless another has come since. */
export function clearContentReplaced(dataDir: string, mark: string | undefined): void {
  if (mark !== undefined && readContentReplaced(dataDir) === mark) rmSync(fileOf(dataDir))
}
