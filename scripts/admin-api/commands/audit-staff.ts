import { readUserName } from '../../lib/user-name.ts'
import { writeAudit, type AuditEntry } from '../db/audit.ts'
import type { Database, Transaction } from '../db/open.ts'

/** Logs what staff changed, and who it was. */
export const auditStaff = (trx: Transaction, { data, ...entry }: AuditEntry): Promise<void> =>
  writeAudit(trx, { ...entry, data: { ...data, by: readUserName() } })

/** Logs what staff read or exported, in its own transaction. */
export const auditRead = (db: Database, entry: AuditEntry): Promise<void> =>
  db.transaction((trx) => auditStaff(trx, entry))
