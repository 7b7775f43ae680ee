import * as v from 'valibot'
import { createCountSchema } from '../read-config.ts'
import type { DatabaseAddress } from './engines/engine.ts'
import { isServerUrl, SERVER_URL_EXAMPLE } from './engines/engines.ts'

/** Settings of every program that opens the database. */
export const DATABASE_SETTINGS = {
  DATABASE_URL: v.optional(
    v.pipe(v.string(), v.check(isServerUrl, `expected an address like ${SERVER_URL_EXAMPLE}`)),
  ),
  DATABASE_POOL: v.optional(createCountSchema('connections', 2, 500), '10'),
}
type DatabaseValues = v.InferOutput<v.ObjectSchema<typeof DATABASE_SETTINGS, undefined>>

/** The configured database server; undefined for an installation whose databases are files. */
export const readDatabaseServer = ({
  DATABASE_URL: url,
  DATABASE_POOL: maxConnections,
}: DatabaseValues): DatabaseAddress | undefined =>
  url === undefined ? undefined : { kind: 'server', url, maxConnections }

/** The configured database server, or else a file. */
export const readDatabaseAddress = (values: DatabaseValues, file: string): DatabaseAddress =>
  readDatabaseServer(values) ?? { kind: 'file', file }

/** Formats an address for logs and messages, without the password. */
export function describeAddress(address: DatabaseAddress): string {
  if (address.kind === 'file') return address.file
  const url = new URL(address.url)
  url.password = ''
  return url.href
}
