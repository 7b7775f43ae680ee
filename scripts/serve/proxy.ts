import http, { type IncomingMessage, type RequestOptions, type ServerResponse } from 'node:http'
import https from 'node:https'
import { pipeline } from 'node:stream'
import type { Logger } from '../lib/logger.ts'
import { hasBody, UPLOADS } from '../lib/limit-body-time.ts'
import { readBodyStart } from './read-body-start.ts'
import { forwardRequestHeaders, forwardResponseHeaders } from './proxy-headers.ts'
import type { RequestTarget } from './parse-target.ts'
import type { Exchange } from './exchange.ts'

export interface ProxyOptions {
  /** Address of the admin API; if undefined, every call fails as unreachable. */
  adminApiUrl: string | undefined
  /** Maximum idle time of a connection to the API; defaults to 30 s. */
  timeoutMs?: number | undefined
  /** Number of trusted proxies in front of this server. */
  trustedHops: number
  logger: Logger
}

interface ProxiedCall {
  target: RequestTarget
  requestId: string
  /** Sends the error response of a failed call; defaults to the envelope of the contract. */
  showFailure?: (status: number) => void
}

/** The paths of the admin API, as sent. */
export const API_PATH =
  /^\/(?:api(?:\/|$)|openapi\.json$|docs(?:\.css|\.js)?$|outbox(?:\.(?:json|css)$|\/|$))/

/** Whether a path (as sent) belongs to the admin API. */
export const isApiPath = (path: string): boolean => API_PATH.test(path)

const TIMEOUT_MS = 30_000
/** Bytes of a body that are buffered before the API is called; the rest is streamed. */
const MAX_BUFFERED_BYTES = 64 * 1024

/** Network errors and timeouts, with texts from the error catalogue of the client (spec section 8). */
export const FAILURES = {
  down: { code: 502, msg: '网络异常' },
  timeout: { code: 504, msg: '网络超时' },
} as const

/**
 * Proxies same-origin API calls to the admin API as streams over keep-alive connections. Failures have
 * the envelope of the contract, so that islands can show them.
 */
export function createProxy(options: ProxyOptions) {
  const base = options.adminApiUrl === undefined ? undefined : new URL(options.adminApiUrl)
  const client = base?.protocol === 'https:' ? https : http
  const agent = new client.Agent({ keepAlive: true, maxFreeSockets: 32 })

  function forward(
    { request, response }: Exchange,
    call: ProxiedCall,
    bodyStart: Buffer,
    retried = false,
  ): void {
    if (!base) {
      sendFailure(response, 'down', call)
      return
    }
    const upstream = client.request({
      ...getAddress(base, call.target),
      agent,
      method: request.method,
      headers: {
        ...forwardRequestHeaders(request, base.host, call.requestId, options.trustedHops),
        ...delimitBody(request, bodyStart),
      },
    })
    let state: 'waiting' | 'responded' | 'timed out' = 'waiting'
    upstream.setTimeout(options.timeoutMs ?? TIMEOUT_MS, () => {
      if (state === 'waiting') state = 'timed out'
      upstream.destroy(new Error('connection idle for too long'))
    })
    const isStreamed = hasBody(request) && !request.readableEnded
    upstream.on('response', (apiResponse) => {
      state = 'responded'
      // The API closes a connection with an unread body, maybe while the next call is sent on it.
      if (isStreamed) upstream.shouldKeepAlive = false
      pipeResponse(apiResponse, response)
    })
    upstream.on('error', (error) => {
      request.resume()
      // After the response has begun, its own stream handles the error.
      if (state === 'responded' || response.destroyed) return
      // The API closed an idle keep-alive connection just when it was reused.
      const isStaleSocket = upstream.reusedSocket && state === 'waiting'
      if (isStaleSocket && !retried && isRepeatable(request)) {
        forward({ request, response }, call, bodyStart, true)
        return
      }
      const { requestId, target } = call
      options.logger.warn(
        { err: error, path: target.path, request_id: requestId },
        'no response from the API',
      )
      sendFailure(response, state === 'timed out' ? 'timeout' : 'down', call)
    })
    response.once('close', () => {
      if (!response.writableFinished) upstream.destroy()
      // The rest of a body that the API refuses: nginx reads the response only after it has sent the body.
      request.unpipe(upstream).resume()
    })
    if (!isStreamed) {
      upstream.end(bodyStart)
      return
    }
    upstream.write(bodyStart)
    request.pipe(upstream)
  }

  return {
    async forward(exchange: Exchange, call: ProxiedCall): Promise<void> {
      const { request } = exchange
      // Uploads are streamed. Other bodies are buffered first, so that a slow client does not occupy a
      // connection to the API.
      const isSmall = hasBody(request) && !call.target.path.startsWith(UPLOADS)
      const bodyStart = isSmall ? await readBodyStart(request, MAX_BUFFERED_BYTES) : Buffer.alloc(0)
      if (!exchange.response.destroyed) forward(exchange, call, bodyStart)
    },
    close: (): void => agent.destroy(),
  }
}
export type Proxy = ReturnType<typeof createProxy>

/** Appends the target to the base path of the API without parsing it, so that it is not normalised. */
function getAddress(base: URL, { path, query }: RequestTarget): RequestOptions {
  return {
    protocol: base.protocol,
    hostname: base.hostname.replace(/^\[|\]$/g, ''),
    port: base.port,
    path: base.pathname.replace(/\/$/, '') + path + (query && `?${query}`),
  }
}

/**
 * The header that delimits the body of a request. Node adds none to a GET or DELETE request, so that the API would
 * read the body as another request (request smuggling).
 */
function delimitBody(request: IncomingMessage, bodyStart: Buffer): Record<string, string> {
  if (!hasBody(request)) return {}
  if (request.readableEnded) return { 'content-length': String(bodyStart.length) }
  const { 'content-length': length } = request.headers
  return length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': length }
}

function pipeResponse(apiResponse: IncomingMessage, response: ServerResponse): void {
  // The site may have responded with 408 in the meantime.
  if (response.destroyed || response.headersSent) {
    apiResponse.destroy()
    return
  }
  for (const [name, value] of forwardResponseHeaders(apiResponse)) response.setHeader(name, value)
  response.writeHead(apiResponse.statusCode ?? 502)
  // `pipeline` propagates an interrupted response, so that the client does not accept a truncated body.
  pipeline(apiResponse, response, () => {})
}

function isRepeatable(request: IncomingMessage): boolean {
  return (request.method === 'GET' || request.method === 'HEAD') && !hasBody(request)
}

function sendFailure(
  response: ServerResponse,
  failure: keyof typeof FAILURES,
  { showFailure }: Pick<ProxiedCall, 'showFailure'>,
): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const { status, headers, body } = describeFailure(failure)
  if (showFailure) {
    showFailure(status)
    return
  }
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}

/** The response to a failed call, in the envelope of the contract. */
export function describeFailure(failure: keyof typeof FAILURES) {
  const { code, msg } = FAILURES[failure]
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  }
  const body = JSON.stringify({ code, msg, time: Math.floor(Date.now() / 1000), data: null })
  return { status: code, headers, body }
}
