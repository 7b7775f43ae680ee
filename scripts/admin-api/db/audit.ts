import type { Selectable } from 'kysely'
import { readJson, writeJson } from './json.ts'
import type { MemberTables } from './member-tables.ts'
import type { Transaction } from './open.ts'

export interface AuditEntry {
  /** The action, such as `login` or `application accept`. */
  action: string
  /** The member concerned; null if the action concerns no single member. */
  userId: number | null
  data: Record<string, string | number | null>
  /** Epoch ms. */
  at: number
}

/** Appends an audit entry (ASVS 16.3.1). `data` must not hold codes, tokens or complete phone numbers. */
export async function writeAudit(
  trx: Transaction,
  { action, userId, data, at }: AuditEntry,
): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({ action, user_id: userId, data: writeJson(data), at })
    .execute()
}

/** Erases the network addresses of audit entries; all other data is kept. */
export async function eraseAddresses(
  trx: Transaction,
  entries: readonly Pick<Selectable<MemberTables['audit_log']>, 'id' | 'data'>[],
): Promise<void> {
  for (const { id, data } of entries) {
    const { address: _address, ...rest } = readJson(data)
    const entry = trx.updateTable('audit_log').where('id', '=', id)
    await entry.set({ data: writeJson(rest) }).execute()
  }
}
