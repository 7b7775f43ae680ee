import * as v from 'valibot'
import type { DatabaseErrorKind } from '../engine.ts'

/** By SQLSTATE or its two-character class; postgresql.org/docs/current/errcodes-appendix.html. */
const KINDS: Readonly<Record<string, DatabaseErrorKind>> = {
  '08': 'unreachable', // connection exception
  '23': 'constraint',
  '23505': 'unique',
  '25006': 'unreadable', // read-only transaction: a standby
  '40001': 'conflict', // serialization failure
  '40P01': 'conflict', // deadlock
  '53100': 'full', // disk full
  '53300': 'busy', // too many connections
  '55P03': 'busy', // lock timeout
  '57014': 'busy', // statement timeout
  '57P01': 'unreachable', // administrator shut the server down
  '57P02': 'unreachable', // crash of another session
  '57P03': 'unreachable', // starting up or shutting down
  XX001: 'damaged', // data corrupted
  XX002: 'damaged', // index corrupted
}

/** A connection to the server could not be opened. */
export class UnreachableServerError extends Error {
  override name = 'UnreachableServerError'
}

/** Errors of connections. Many have only the code ECONNRESET, like those of any other socket. */
const connectionErrors = new WeakSet<Error>()

/** Records that an error comes from a connection to the server. */
export function recordConnectionError(error: Error): void {
  connectionErrors.add(error)
}

/** Messages of `pg` for a connection that is broken or could not be opened; these errors have no code. */
const BROKEN_CONNECTION =
  /^Connection terminated|^timeout exceeded when trying to connect|^Client has encountered a connection error and is not queryable/
const ServerErrorSchema = v.object({ code: v.string(), severity: v.string() })

/** The kind of an error of PostgreSQL or of its connection; undefined for other errors. */
export function classifyPostgresError(error: unknown): DatabaseErrorKind | undefined {
  if (error instanceof UnreachableServerError) {
    // The cause has a SQLSTATE if the server is starting, stopping or out of connections.
    return classifyPostgresError(error.cause) ?? 'unreachable'
  }
  if (v.is(ServerErrorSchema, error)) return KINDS[error.code] ?? KINDS[error.code.slice(0, 2)]
  if (!(error instanceof Error)) return undefined
  const isBroken = connectionErrors.has(error) || BROKEN_CONNECTION.test(error.message)
  return isBroken ? 'unreachable' : undefined
}
