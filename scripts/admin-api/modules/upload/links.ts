import type { Reader } from '../../db/open.ts'
import type { Secrets } from '../../security/secrets.ts'
import { isSignedLink, signLink, type LinkQuery } from '../../security/signed-link.ts'
import { findUpload } from './rows.ts'

export interface Link {
  url: string
  /** Epoch ms. */
  expiresAt: number
}

const toLink = (id: number, now: number) =>
  ({ purpose: 'upload-link', subject: [id], now }) as const

/** A signed download URL of an upload, valid for five minutes. */
export function createFileLink(secrets: Secrets, id: number, now: number): Link {
  const { query, expiresAt } = signLink(secrets, toLink(id, now))
  return { url: `/api/upload/file/${id}?${query}`, expiresAt }
}

/** Whether a download URL has a valid signature and has not expired. */
export const isValidFileLink = (
  secrets: Secrets,
  { id, now }: { id: number; now: number },
  query: LinkQuery,
): boolean => isSignedLink(secrets, toLink(id, now), query)

/**
 * The URL of a member's avatar; null without one. The file is immutable, and its random key cannot be
 * guessed.
 */
export async function avatarUrl(db: Reader, uploadId: number | null): Promise<string | null> {
  const row = uploadId === null ? undefined : await findUpload(db, uploadId)
  const isPicture = row?.kind === 'avatar' && row.state === 'ready'
  return isPicture ? `/api/upload/avatar/${row.key}.webp` : null
}
