import http from 'node:http'
import https from 'node:https'

// A build asks tens of thousands of questions. The platform's own fetch spends twice as much on each,
// in streams that nobody reads piece by piece.

const KEEP = { keepAlive: true, scheduling: 'lifo' } as const
const CLIENTS = {
  'http:': { request: http.request, agent: new http.Agent(KEEP) },
  'https:': { request: https.request, agent: new https.Agent(KEEP) },
} as const
const BODILESS = new Set([204, 205, 304])

/** What can be asked here: an address, headers, a text. */
interface Asked {
  url: URL
  protocol: keyof typeof CLIENTS
  method: string
  headers: Record<string, string>
  body: string | undefined
  signal: AbortSignal | undefined
}

/** Nothing for what is left to the platform. */
function readAsked(input: RequestInfo | URL, init: RequestInit): Asked | undefined {
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

/** @param isFresh whether to ask over a connection of its own */
function ask(asked: Asked, isFresh = false): Promise<Response> {
  const { url, protocol, method, headers, body, signal } = asked
  const { request, agent } = CLIENTS[protocol]
  return new Promise((resolve, reject) => {
    const call = request(url, { agent: !isFresh && agent, method, headers }, (answer) => {
      const chunks: Uint8Array[] = []
      answer.on('data', (chunk: Uint8Array) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        signal?.removeEventListener('abort', leave)
        const status = answer.statusCode ?? 0
        const named = answer.rawHeaders.flatMap((name, index, all): [string, string][] =>
          index % 2 === 0 ? [[name, all[index + 1] ?? '']] : [],
        )
        const text = BODILESS.has(status) ? null : Buffer.concat(chunks)
        resolve(new Response(text, { status, headers: named }))
      })
    })
    const leave = () => call.destroy(signal?.reason)
    signal?.addEventListener('abort', leave, { once: true })
    call.on('error', (error) => {
      signal?.removeEventListener('abort', leave)
      // The other end may have closed a kept connection just now: that says nothing about the call.
      if (call.reusedSocket && !signal?.aborted) return resolve(ask(asked, true))
      reject(signal?.aborted ? signal.reason : new TypeError('fetch failed', { cause: error }))
    })
    call.end(body)
  })
}

const isRedirect = ({ status }: Response): boolean =>
  status >= 300 && status < 400 && status !== 304

/**
 * `fetch` for short answers, over connections that are kept open. What is no plain call, and redirects,
 * are left to the platform.
 */
export async function fetchKept(
  input: RequestInfo | URL,
  init: RequestInit = {},
): Promise<Response> {
  const asked = readAsked(input, init)
  if (!asked) return fetch(input, init)
  asked.signal?.throwIfAborted()
  const response = await ask(asked)
  return isRedirect(response) ? fetch(input, init) : response
}
