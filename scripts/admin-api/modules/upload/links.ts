import type { Reader } from '../../db/open.ts'
import { isSameHash } from '../../security/hash.ts'
import { sign, type Secrets } from '../../security/secrets.ts'
import { LIFETIMES } from './limits.ts'
import { findUpload } from './rows.ts'

export interface Link {
  url: string
  /** Epoch ms. */
  expiresAt: number
}

/** An address by which the file of an upload can be read for five minutes. */
export function createLink(secrets: Secrets, id: number, now: number): Link {
  const expiresAt = now + LIFETIMES.linkMs
  const signature = sign(secrets.deriveKey('upload-link'), id, expiresAt)
  return { url: `/api/upload/file/${id}?expires=${expiresAt}&signature=${signature}`, expiresAt }
}

/** Whether an address was made by us and is still good. */
export function isGoodLink(
  secrets: Secrets,
  { id, expires, signature }: { id: number; expires: string; signature: string },
  now: number,
): boolean {
  const expiresAt = Number(expires)
  const own = sign(secrets.deriveKey('upload-link'), id, expiresAt)
  return isSameHash(own, signature) && now < expiresAt
}

/**
 * The address of a member's picture. It never changes, so browsers keep it; nobody finds it who was
 * not shown it.
 */
export async function avatarUrl(db: Reader, uploadId: number | null): Promise<string | null> {
  const row = uploadId === null ? undefined : await findUpload(db, uploadId)
  const isPicture = row?.kind === 'avatar' && row.state === 'ready'
  return isPicture ? `/api/upload/avatar/${row.key}.webp` : null
}
