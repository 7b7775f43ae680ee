import { existsSync } from 'node:fs'
import path from 'node:path'
import { ExpectedError } from '../lib/expected-error.ts'

/** Files of which every start creates at least one in the data folder. */
const TRACES = ['server.lock.db', 'publish.json', 'current.json']

/** Checks that a server has run on a data folder, before a command creates it. @throws ExpectedError */
export function requireSite(dataDir: string): void {
  if (TRACES.some((name) => existsSync(path.join(dataDir, name)))) return
  throw new ExpectedError(
    `There is no site in ${dataDir}: is DATA_DIR right? "npm start" creates one.`,
  )
}
