import * as v from 'valibot'
import { classifyDatabaseError } from './db/engines/engines.ts'
import type { DatabaseErrorKind } from './db/engines/engine.ts'

/**
 * The storage fault behind a failed read or write: `damaged` (a corrupt database), `unreadable` (the disk
 * or its permissions), `full`, `busy` (a lock was held too long), `unreachable` (a database server).
 */
export type StorageFault = Exclude<DatabaseErrorKind, 'unique' | 'constraint' | 'conflict'>

const SYSTEM_FAULTS: Readonly<Record<string, StorageFault>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
}
const SystemErrorSchema = v.object({ code: v.string() })

/** The storage fault of a database error. A conflict here has persisted after retries, so it counts as busy. */
function readDatabaseFault(error: unknown): StorageFault | undefined {
  const kind = classifyDatabaseError(error)
  if (kind === 'unique' || kind === 'constraint') return undefined
  return kind === 'conflict' ? 'busy' : kind
}

/** Classifies an error or its cause; undefined for errors other than storage faults. */
export function readStorageFault(error: unknown): StorageFault | undefined {
  const own = v.is(SystemErrorSchema, error) ? SYSTEM_FAULTS[error.code] : undefined
  return (
    readDatabaseFault(error) ??
    own ??
    (error instanceof Error && error.cause ? readStorageFault(error.cause) : undefined)
  )
}
