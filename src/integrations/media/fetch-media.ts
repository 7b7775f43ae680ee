import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

/** Sufficient for a video of several minutes. */
const MAX_MEDIA_BYTES = 200 * 1024 * 1024
const MAX_REDIRECTS = 3
export const MEDIA_TIMEOUT_MS = 30_000

interface Options {
  /** Origin of the admin API, the only origin that may be on a private network. */
  apiOrigin: string
  headers: Record<string, string>
  resolve?: (hostname: string) => Promise<{ address: string }[]>
}

const resolveAll = (hostname: string) => lookup(hostname, { all: true })

/**
 * Rejects URLs on private networks, because content contains URLs and fetched files are published (OWASP:
 * server-side request forgery).
 * @throws Error naming the address
 */
async function checkAddress(url: URL, { apiOrigin, resolve = resolveAll }: Options): Promise<void> {
  if (url.origin === apiOrigin) return
  if (!/^https?:$/.test(url.protocol)) throw new Error(`${url.href}: expected a web address`)
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = ipaddr.isValid(hostname) ? [{ address: hostname }] : await resolve(hostname)
  const isPublic = addresses.every(({ address }) => ipaddr.process(address).range() === 'unicast')
  if (!isPublic || addresses.length === 0) {
    throw new Error(`${url.href} is on a private network: only files of the admin API may be there`)
  }
}

/** Reads a body up to the size limit. @throws Error naming the URL of a larger one */
async function readBounded(response: Response, address: string): Promise<Uint8Array> {
  const tooLarge = () => new Error(`${address} is larger than ${MAX_MEDIA_BYTES} bytes`)
  if (Number(response.headers.get('content-length') ?? 0) > MAX_MEDIA_BYTES) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_MEDIA_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Fetches a file referenced by content, with limits on time, size and redirects. Rejects private networks,
 * except for the admin API; each redirect is checked like the first URL.
 * @returns status, headers and content, which may be empty
 * @throws Error naming the URL and the fault
 */
export async function fetchMedia(address: string, options: Options) {
  const signal = AbortSignal.timeout(MEDIA_TIMEOUT_MS)
  let url = new URL(address)
  for (let redirects = 0; ; redirects += 1) {
    await checkAddress(url, options)
    const response = await fetch(url, { headers: options.headers, redirect: 'manual', signal })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status === 304 || location === null) {
      const { status, headers } = response
      return { status, headers, bytes: await readBounded(response, url.href) }
    }
    if (redirects === MAX_REDIRECTS) throw new Error(`${address} redirects too often`)
    await response.body?.cancel()
    url = new URL(location, url)
  }
}
