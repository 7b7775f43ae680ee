import type { TestProject } from 'vitest/node'
import { findPostgres } from './find-postgres.ts'
import { FIRST_DATABASE, FORGETFUL, startCluster } from './start-cluster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the server on which tests make their databases; null when there is none. */
    databaseServer: string | null
  }
}

/** Gives the tests a server of databases, where PostgreSQL is installed. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (findPostgres() === null) {
    project.provide('databaseServer', null)
    return undefined
  }
  const { urlOf, stop } = await startCluster(FORGETFUL)
  project.provide('databaseServer', urlOf(FIRST_DATABASE))
  return stop
}
