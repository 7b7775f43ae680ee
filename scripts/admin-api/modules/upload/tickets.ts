import { UPLOAD_KINDS, type UploadKind } from '#api/upload.ts'
import { isSameHash } from '../../../lib/is-same-hash.ts'
import { sign, type Secrets } from '../../security/secrets.ts'

/** The request header that contains the upload ticket. */
export const TICKET_HEADER = 'upload-ticket'

/** Permission to upload one file of the given kind and size to one key. */
export interface UploadTicket {
  userId: number
  uploadId: number
  kind: UploadKind
  key: string
  bytes: number
  /** Epoch ms until which the upload must have started. */
  expiresAt: number
}

type TicketKey = ReturnType<Secrets['deriveKey']>

const parts = ({ userId, uploadId, kind, key, bytes, expiresAt }: UploadTicket) => [
  userId,
  uploadId,
  kind,
  key,
  bytes,
  expiresAt,
]

/** Serialises and signs a ticket. */
export function writeTicket(secret: TicketKey, ticket: UploadTicket): string {
  return [...parts(ticket), sign(secret, ...parts(ticket))].join('.')
}

/**
 * Parses a ticket and verifies its signature; null when it is invalid. The caller checks `expiresAt`: it
 * limits only the start of an upload, and the ticket identifies the upload afterwards.
 */
export function readTicket(secret: TicketKey, text: string | undefined): UploadTicket | null {
  const [userId, uploadId, kindName, key, bytes, expiresAt, signature, ...rest] = (
    text ?? ''
  ).split('.')
  const kind = UPLOAD_KINDS.find((candidate) => candidate === kindName)
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
