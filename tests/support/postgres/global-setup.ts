import type { TestProject } from 'vitest/node'
import { findPostgres } from './find-postgres.ts'
import { FIRST_DATABASE, NON_DURABLE_SETTINGS, startCluster } from './start-cluster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the server on which tests create databases; null if PostgreSQL is not installed. */
    databaseServer: string | null
  }
}

/** Starts a database server for the tests if PostgreSQL is installed. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (findPostgres() === null) {
    project.provide('databaseServer', null)
    return undefined
  }
  const { getUrl, stop } = await startCluster(NON_DURABLE_SETTINGS)
  project.provide('databaseServer', getUrl(FIRST_DATABASE))
  return stop
}
