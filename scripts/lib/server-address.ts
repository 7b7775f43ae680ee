import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { isServerRunning } from './lock-data-dir.ts'
import { writeFileAtomically } from './write-file-atomically.ts'

// Commands in another shell do not see the settings of the server: it keeps its address in the data folder.

const fileOf = (dataDir: string) => path.join(dataDir, 'server.url')

/**
 * Keeps the address of a running server for commands.
 * @returns removes the address again
 */
export async function keepServerAddress(dataDir: string, url: string): Promise<() => void> {
  await writeFileAtomically(fileOf(dataDir), url)
  return () => rmSync(fileOf(dataDir), { force: true })
}

/** The address of the server that runs on a data folder; undefined when none runs. */
export function readServerAddress(dataDir: string): string | undefined {
  if (!isServerRunning(dataDir)) return undefined
  try {
    return readFileSync(fileOf(dataDir), 'utf8')
  } catch {
    // The server is about to start, or its disk is full.
    return undefined
  }
}
