import type { Database } from '../../db/open.ts'
import { execute } from '../../db/write.ts'
import { BusinessError } from '../../errors.ts'
import { hash } from '../../security/hash.ts'
import type { Identity } from './verify-token.ts'

type Use = Pick<Identity, 'provider' | 'nonce' | 'expiresAt'>

/** Refuses a token that has served already. @throws BusinessError 500205 */
export function refuseUsed(db: Database, { provider, nonce }: Use): void {
  const used = db.prepare('SELECT 1 FROM used_nonce WHERE provider = ? AND nonce_hash = ?')
  if (used.get(provider, hash(nonce))) throw new BusinessError(500205)
}

/**
 * Uses a token up: it logs in or binds once. The row itself is the lock: of two calls with the same
 * token one writes it. @throws BusinessError 500205 for the other
 */
export function useNonce(db: Database, { provider, nonce, expiresAt }: Use): void {
  const { changes } = db
    .prepare(
      `INSERT INTO used_nonce (provider, nonce_hash, expires_at) VALUES (?, ?, ?)
       ON CONFLICT DO NOTHING`,
    )
    .run(provider, hash(nonce), expiresAt)
  if (changes === 0) throw new BusinessError(500205)
}

/** Forgets what has expired: a token after its end is refused for that. */
export function sweepNonces(db: Database, now: number): void {
  execute(db, 'DELETE FROM used_nonce WHERE expires_at < ?', now)
}
