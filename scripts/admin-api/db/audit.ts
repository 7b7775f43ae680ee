import { writeJson } from './json.ts'
import type { Transaction } from './open.ts'

interface AuditEntry {
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
