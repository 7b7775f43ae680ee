import type { UploadKind } from '#api/upload.ts'
import { UPLOAD_KINDS } from '#api/upload.ts'
import { isSameHash } from '../../security/hash.ts'
import { sign, type Secrets } from '../../security/secrets.ts'

/** The request header that contains the upload ticket. */
export const TICKET_HEADER = 'upload-ticket'

/** What a ticket allows: to store one file of known kind and size under one key. */
export interface Ticket {
  userId: number
  uploadId: number
  kind: UploadKind
  key: string
  bytes: number
  /** Epoch ms until when the upload must have begun. */
  expiresAt: number
}

type TicketKey = ReturnType<Secrets['deriveKey']>

const parts = ({ userId, uploadId, kind, key, bytes, expiresAt }: Ticket) => [
  userId,
  uploadId,
  kind,
  key,
  bytes,
  expiresAt,
]

/** Writes a ticket down: its parts, and a signature that only we can make. */
export function writeTicket(secret: TicketKey, ticket: Ticket): string {
  return [...parts(ticket), sign(secret, ...parts(ticket))].join('.')
}

/**
 * Reads a ticket of our own making; null for anything else. Whether it is still good is for the
 * reader to say: a ticket starts an upload for minutes, and names it for as long as it exists.
 */
export function readTicket(secret: TicketKey, text: string | undefined): Ticket | null {
  const [userId, uploadId, kindName, key, bytes, expiresAt, signature, ...rest] = (
    text ?? ''
  ).split('.')
  const kind = UPLOAD_KINDS.find((known) => known === kindName)
  if (!kind || !key || !signature || rest.length > 0) return null
  const ticket = {
    userId: Number(userId),
    uploadId: Number(uploadId),
    kind,
    key,
    bytes: Number(bytes),
    expiresAt: Number(expiresAt),
  }
  return isSameHash(sign(secret, ...parts(ticket)), signature) ? ticket : null
}
