import { existsSync } from 'node:fs'
import path from 'node:path'
import { ExpectedError } from '../lib/expected-error.ts'

/** Files that every start leaves in its data folder. */
const TRACES = ['server.lock.db', 'publish.json', 'current.json']

/** @throws ExpectedError where no server ever ran on a data folder, before a command creates it */
export function requireSite(dataDir: string): void {
  if (TRACES.some((name) => existsSync(path.join(dataDir, name)))) return
  throw new ExpectedError(
    `There is no site in ${dataDir}: is DATA_DIR right? "npm start" makes one.`,
  )
}
