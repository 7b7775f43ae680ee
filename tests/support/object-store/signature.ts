import { createHash, createHmac } from 'node:crypto'
import { writeCanonicalQuery } from '../canonical-query.ts'

// Verification of S3 requests with signature version 4
// (docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html).

export interface Credentials {
  accessKeyId: string
  secretAccessKey: string
}

interface Signed {
  accessKeyId: string
  /** Date, region, service and `aws4_request`. */
  scope: string[]
  headers: string[]
  signature: string
  /** Time of the signature: `20260102T030405Z`. */
  time: string
}

const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex')

const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest()

function readCredential(credential: string): { accessKeyId: string; scope: string[] } {
  const [accessKeyId = '', ...scope] = credential.split('/')
  return { accessKeyId, scope }
}

function readHeader(request: Request): Signed | null {
  const fields = request.headers.get('authorization')?.replace(/^AWS4-HMAC-SHA256 /, '') ?? ''
  const read = (name: string) => new RegExp(`${name}=([^, ]+)`).exec(fields)?.[1]
  const [credential, headers, signature] = ['Credential', 'SignedHeaders', 'Signature'].map(read)
  if (!credential || !headers || !signature) return null
  const time = request.headers.get('x-amz-date') ?? ''
  return { ...readCredential(credential), headers: headers.split(';'), signature, time }
}

function readQuery({ searchParams }: URL): Signed | null {
  const read = (name: string) => searchParams.get(`X-Amz-${name}`)
  const [credential, headers, signature, time] = [
    read('Credential'),
    read('SignedHeaders'),
    read('Signature'),
    read('Date'),
  ]
  if (!credential || !headers || !signature || !time) return null
  return { ...readCredential(credential), headers: headers.split(';'), signature, time }
}

/** Time of the form `20260102T030405Z` in ms. */
const readTime = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

/**
 * Verifies the signature of a request, in the header or, for a presigned URL, in the query.
 * @param body the complete body
 * @returns the error code of S3, or null
 */
export function findSignatureFault(
  request: Request,
  body: Uint8Array,
  { accessKeyId, secretAccessKey }: Credentials,
): string | null {
  const url = new URL(request.url)
  const inQuery = readQuery(url)
  const signed = inQuery ?? readHeader(request)
  if (signed === null) return 'AccessDenied'
  if (signed.accessKeyId !== accessKeyId) return 'InvalidAccessKeyId'
  if (inQuery !== null) {
    const end = readTime(signed.time) + Number(url.searchParams.get('X-Amz-Expires')) * 1000
    if (!(Date.now() <= end)) return 'AccessDenied'
  }
  const hash = inQuery ? 'UNSIGNED-PAYLOAD' : (request.headers.get('x-amz-content-sha256') ?? '')
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const query = writeCanonicalQuery(
    [...url.searchParams].filter(([name]) => name !== 'X-Amz-Signature'),
  )
  const headers = signed.headers.map((name) => `${name}:${request.headers.get(name) ?? ''}\n`)
  const canonical = [
    request.method,
    url.pathname,
    query,
    headers.join(''),
    signed.headers.join(';'),
    hash,
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', signed.time, signed.scope.join('/'), sha256(canonical)].join(
    '\n',
  )
  const key = signed.scope.reduce<string | Buffer>(
    (parent, part) => hmac(parent, part),
    `AWS4${secretAccessKey}`,
  )
  return hmac(key, text).toString('hex') === signed.signature ? null : 'SignatureDoesNotMatch'
}
