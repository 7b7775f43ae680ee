import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Reply } from '#tests/serve/ask.ts'

/** Headers that every host sends like our server. */
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

/** An answer reduced to what must be the same everywhere; validators only to whether there is one. */
export interface Essence {
  status: number
  headers: Record<string, unknown>
  hasEtag: boolean
  hasRequestId: boolean
  body: string
}

/** Statuses whose bodies a host generates itself; only the status matters. */
const OWN_BODY = new Set([412, 416])

export function essenceOf({ status, headers, body }: Reply): Essence {
  const isOwn = OWN_BODY.has(status)
  const compared = isOwn ? (['content-range'] as const) : COMPARED
  return {
    status,
    headers: Object.fromEntries(compared.map((name) => [name, headers[name]])),
    hasEtag: headers.etag !== undefined && !isOwn,
    hasRequestId: headers['x-request-id'] !== undefined,
    body: isOwn ? '' : hashOf(decode(body, headers['content-encoding'])),
  }
}

function decode(body: Buffer, encoding: string | undefined): Buffer {
  if (body.length === 0) return body
  if (encoding === 'br') return brotliDecompressSync(body)
  return encoding === 'gzip' ? gunzipSync(body) : body
}

const hashOf = (body: Buffer): string =>
  `${body.length} bytes, ${createHash('sha256').update(body).digest('hex').slice(0, 16)}`

/** In what two answers differ, one line each; none if they are the same. */
export function differences(ours: Essence, theirs: Essence): string[] {
  const flat = ({ headers, ...rest }: Essence) => ({ ...rest, ...headers })
  const [own, other]: Record<string, unknown>[] = [flat(ours), flat(theirs)]
  return Object.keys({ ...own, ...other })
    .filter((name) => own?.[name] !== other?.[name])
    .map((name) => `${name}: ours ${String(own?.[name])}, theirs ${String(other?.[name])}`)
}
