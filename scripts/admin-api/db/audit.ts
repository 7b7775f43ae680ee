import type { Selectable } from 'kysely'
import { readJson, writeJson } from './json.ts'
import type { MemberTables } from './member-tables.ts'
import type { Transaction } from './open.ts'

export interface AuditEntry {
  /** What was done: `login`, `application accept`, … */
  action: string
  /** Whom it concerns, null for nobody in particular. */
  userId: number | null
  data: Record<string, string | number | null>
  /** Epoch ms. */
  at: number
}

/** Writes down who did what, for ever (ASVS 16.3.1). No codes, tokens or whole phone numbers. */
export async function writeAudit(
  trx: Transaction,
  { action, userId, data, at }: AuditEntry,
): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({ action, user_id: userId, data: writeJson(data), at })
    .execute()
}

type StoredEntry = Pick<Selectable<MemberTables['audit_log']>, 'id' | 'data'>

/** Erases the network addresses of some entries; all else of the log stays as it was written. */
export async function eraseAddresses(
  trx: Transaction,
  entries: readonly StoredEntry[],
): Promise<void> {
  for (const { id, data } of entries) {
    const { address: _address, ...rest } = readJson(data)
    const entry = trx.updateTable('audit_log').where('id', '=', id)
    await entry.set({ data: writeJson(rest) }).execute()
  }
}
