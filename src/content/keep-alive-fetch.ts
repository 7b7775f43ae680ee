import http from 'node:http'
import https from 'node:https'

// A lean `fetch` over keep-alive connections. A build sends tens of thousands of requests, and the built-in
// fetch takes twice as long for each because of its streams.

const KEEP = { keepAlive: true, scheduling: 'lifo' } as const
const CLIENTS = {
  'http:': { request: http.request, agent: new http.Agent(KEEP) },
  'https:': { request: https.request, agent: new https.Agent(KEEP) },
} as const
const BODILESS = new Set([204, 205, 304])

/** A request with headers and a text body, which this module supports. */
interface PlainRequest {
  url: URL
  protocol: keyof typeof CLIENTS
  method: string
  headers: Record<string, string>
  body: string | undefined
  signal: AbortSignal | undefined
}

/** Returns undefined for a request that the built-in fetch must send. */
function readRequest(input: RequestInfo | URL, init: RequestInit): PlainRequest | undefined {
  const { method = 'GET', headers, body, signal } = init
  if (input instanceof Request || (body && typeof body !== 'string')) return undefined
  const url = new URL(input)
  const { protocol } = url
  if (protocol !== 'http:' && protocol !== 'https:') return undefined
  return {
    url,
    protocol,
    method,
    headers: Object.fromEntries(new Headers(headers)),
    body: typeof body === 'string' ? body : undefined,
    signal: signal ?? undefined,
  }
}

/** @param isFresh whether to use a new connection */
function send(plain: PlainRequest, isFresh = false): Promise<Response> {
  const { url, protocol, method, headers, body, signal } = plain
  const { request, agent } = CLIENTS[protocol]
  return new Promise((resolve, reject) => {
    const call = request(url, { agent: !isFresh && agent, method, headers }, (response) => {
      const chunks: Uint8Array[] = []
      response.on('data', (chunk: Uint8Array) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        signal?.removeEventListener('abort', abort)
        const status = response.statusCode ?? 0
        const named = response.rawHeaders.flatMap((name, index, all): [string, string][] =>
          index % 2 === 0 ? [[name, all[index + 1] ?? '']] : [],
        )
        const text = BODILESS.has(status) ? null : Buffer.concat(chunks)
        resolve(new Response(text, { status, headers: named }))
      })
    })
    const abort = () => call.destroy(signal?.reason)
    signal?.addEventListener('abort', abort, { once: true })
    call.on('error', (error) => {
      signal?.removeEventListener('abort', abort)
      // The server may have closed the keep-alive connection just as it was reused.
      if (call.reusedSocket && !signal?.aborted) return resolve(send(plain, true))
      reject(signal?.aborted ? signal.reason : new TypeError('fetch failed', { cause: error }))
    })
    call.end(body)
  })
}

const isRedirect = ({ status }: Response): boolean =>
  status >= 300 && status < 400 && status !== 304

/**
 * `fetch` for short responses over keep-alive connections. Falls back to the built-in fetch for other
 * requests and for redirects.
 */
export async function fetchKeepAlive(
  input: RequestInfo | URL,
  init: RequestInit = {},
): Promise<Response> {
  const plain = readRequest(input, init)
  if (!plain) return fetch(input, init)
  plain.signal?.throwIfAborted()
  const response = await send(plain)
  return isRedirect(response) ? fetch(input, init) : response
}
