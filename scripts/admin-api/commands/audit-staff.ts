import { readUserName } from '../../lib/user-name.ts'
import { writeAudit, type AuditEntry } from '../db/audit.ts'
import type { Database, Transaction } from '../db/open.ts'

/** Logs what staff changed, and who it was. @param userId the member concerned, or null */
export const auditStaff = (
  trx: Transaction,
  action: string,
  userId: number | null,
  data: AuditEntry['data'],
): Promise<void> =>
  writeAudit(trx, { action, userId, data: { ...data, by: readUserName() }, at: Date.now() })

/** Logs what staff read or exported, in its own transaction. */
export const auditRead = (
  db: Database,
  action: string,
  userId: number | null,
  data: AuditEntry['data'],
): Promise<void> => db.transaction((trx) => auditStaff(trx, action, userId, data))
