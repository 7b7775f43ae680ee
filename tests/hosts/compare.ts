import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Reply } from '#tests/serve/send-request.ts'

/** Headers that every host must send as our server does. */
const COMPARED = [
  'location',
  'content-type',
  'cache-control',
  'content-encoding',
  'content-range',
  'content-security-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'allow',
  'last-modified',
] as const

/** The parts of a response that must be equal on all hosts; of validators only their presence. */
export interface ComparableResponse {
  status: number
  headers: Record<string, unknown>
  hasEtag: boolean
  hasRequestId: boolean
  body: string
}

/** Statuses whose bodies a host generates itself; only the status matters. */
const OWN_BODY = new Set([412, 416])

export function normalizeResponse({ status, headers, body }: Reply): ComparableResponse {
  const isOwn = OWN_BODY.has(status)
  const compared = isOwn ? (['content-range'] as const) : COMPARED
  return {
    status,
    headers: Object.fromEntries(compared.map((name) => [name, headers[name]])),
    hasEtag: headers.etag !== undefined && !isOwn,
    hasRequestId: headers['x-request-id'] !== undefined,
    body: isOwn ? '' : hashBody(decode(body, headers['content-encoding'])),
  }
}

function decode(body: Buffer, encoding: string | undefined): Buffer {
  if (body.length === 0) return body
  if (encoding === 'br') return brotliDecompressSync(body)
  return encoding === 'gzip' ? gunzipSync(body) : body
}

const hashBody = (body: Buffer): string =>
  `${body.length} bytes, ${createHash('sha256').update(body).digest('hex').slice(0, 16)}`

/** Lists the differences of two responses, one line each. */
export function listDifferences(ours: ComparableResponse, theirs: ComparableResponse): string[] {
  const flat = ({ headers, ...rest }: ComparableResponse) => ({ ...rest, ...headers })
  const [own, other]: Record<string, unknown>[] = [flat(ours), flat(theirs)]
  return Object.keys({ ...own, ...other })
    .filter((name) => own?.[name] !== other?.[name])
    .map((name) => `${name}: ours ${String(own?.[name])}, theirs ${String(other?.[name])}`)
}
