import type { Database } from '../db/open.ts'
import { execute } from '../db/write.ts'
import { hash } from './hash.ts'

/**
 * Uses something up that serves once, such as a nonce. The row itself is the lock: of two calls with the
 * same value one writes it.
 * @param scope whose values these are: two scopes may have the same ones
 * @param expiresAt epoch ms after which the value is refused for its age anyway
 * @returns whether this call was the first
 */
export function useOnce(db: Database, scope: string, value: string, expiresAt: number): boolean {
  const { changes } = db
    .prepare(
      `INSERT INTO used_nonce (provider, nonce_hash, expires_at) VALUES (?, ?, ?)
       ON CONFLICT DO NOTHING`,
    )
    .run(scope, hash(value), expiresAt)
  return changes > 0
}

/** Whether a value has served already. */
export function isUsed(db: Database, scope: string, value: string): boolean {
  const used = db.prepare('SELECT 1 FROM used_nonce WHERE provider = ? AND nonce_hash = ?')
  return used.get(scope, hash(value)) !== undefined
}

/** Deletes what has expired. */
export function eraseExpired(db: Database, now: number): void {
  execute(db, 'DELETE FROM used_nonce WHERE expires_at < ?', now)
}
