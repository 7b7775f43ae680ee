import { writeJson } from './json.ts'
import type { Database } from './open.ts'
import { execute } from './write.ts'

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
export function writeAudit(db: Database, { action, userId, data, at }: AuditEntry): void {
  const sql = 'INSERT INTO audit_log (action, user_id, data, at) VALUES (?, ?, ?, ?)'
  execute(db, sql, action, userId, writeJson(data), at)
}
