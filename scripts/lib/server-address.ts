import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { formatServerUrl } from './listen.ts'
import { isServerRunning } from './lock-data-dir.ts'
import { writeFileAtomically } from './write-file-atomically.ts'

// Commands in another shell do not have the server's settings, so its address is stored in the data folder.

const getFile = (dataDir: string) => path.join(dataDir, 'server.url')

/**
 * Writes the address of a running server for commands.
 * @returns a function that removes the address
 */
export async function writeServerAddress(dataDir: string, url: string): Promise<() => void> {
  await writeFileAtomically(getFile(dataDir), url)
  return () => rmSync(getFile(dataDir), { force: true })
}

/** Reads the address of the server of a data folder; undefined when no server is running. */
export function readServerAddress(dataDir: string): string | undefined {
  if (!isServerRunning(dataDir)) return undefined
  try {
    return readFileSync(getFile(dataDir), 'utf8')
  } catch {
    // The server is still starting, or its disk is full.
    return undefined
  }
}

/** The address that `npm start` listens on by the environment, for commands without a running server. */
export function readSettingsAddress(
  { SITE_HOST = '127.0.0.1', SITE_PORT = '4321' }: NodeJS.ProcessEnv = process.env,
): string {
  return formatServerUrl(SITE_HOST, Number(SITE_PORT))
}
