import http, { type IncomingMessage, type RequestOptions, type ServerResponse } from 'node:http'
import https from 'node:https'
import { pipeline } from 'node:stream'
import type { Logger } from '../lib/logger.ts'
import { hasBody, UPLOADS } from '../lib/limit-body-time.ts'
import { readBodyStart } from './read-body-start.ts'
import { forwardRequestHeaders, forwardResponseHeaders } from './proxy-headers.ts'
import type { Target } from './parse-target.ts'
import type { Exchange } from './exchange.ts'

export interface ProxyOptions {
  /** The admin API; without one every call answers that the network is down. */
  adminApiUrl: string | undefined
  /** How long neither side may move a byte. */
  timeoutMs: number
  /** Proxies in front of this server whose forwarded headers are believed. */
  trustedHops: number
  logger: Logger
}

export interface ProxiedCall {
  target: Target
  requestId: string
  /** Answers a failed call in another way than the contract's envelope. */
  showFailure?: (status: number) => void
}

export interface Proxy {
  forward(exchange: Exchange, call: ProxiedCall): Promise<void>
  close(): void
}

/** Whether a path (as sent) belongs to the admin API. */
export function isApiPath(path: string): boolean {
  return /^\/(?:api(?:\/|$)|openapi\.json$|docs(?:\.css|\.js)?$|outbox(?:\.json|\.css)?$)/.test(
    path,
  )
}

/** Of a body that is read before the API is called; what is longer streams on from there. */
const MAX_BUFFERED = 64 * 1024

type Failure = 'down' | 'timeout'

// The client's error catalogue: network and time-out texts are given in Chinese (spec section 8).
const FAILURES: Record<Failure, { code: number; msg: string }> = {
  down: { code: 502, msg: '网络异常' },
  timeout: { code: 504, msg: '网络超时' },
}

/**
 * Hands calls of the site's own origin on to the admin API, both ways as streams, over connections
 * that are kept. A failed API is answered in the contract's envelope, so islands can say so.
 */
export function createProxy(options: ProxyOptions): Proxy {
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
      ...addressOf(base, call.target),
      agent,
      method: request.method,
      headers: forwardRequestHeaders(request, base.host, call.requestId, options.trustedHops),
    })
    let state: 'waiting' | 'answered' | 'timed out' = 'waiting'
    upstream.setTimeout(options.timeoutMs, () => {
      if (state === 'waiting') state = 'timed out'
      upstream.destroy(new Error('no byte moved in time'))
    })
    upstream.on('response', (answer) => {
      state = 'answered'
      passAnswer(answer, response)
    })
    upstream.on('error', (error) => {
      request.resume()
      // Once the answer has begun, it ends or breaks off by its own stream.
      if (state === 'answered' || response.destroyed) return
      // The API closed a kept connection just as we took it: nothing was read of the call.
      const raced = upstream.reusedSocket && state === 'waiting'
      if (raced && !retried && isRepeatable(request)) {
        forward({ request, response }, call, bodyStart, true)
        return
      }
      const { requestId, target } = call
      options.logger.warn({ err: error, path: target.path, requestId }, 'no answer from the API')
      sendFailure(response, state === 'timed out' ? 'timeout' : 'down', call)
    })
    response.once('close', () => {
      if (!response.writableFinished) upstream.destroy()
    })
    if (request.readableEnded || !hasBody(request)) {
      upstream.end(bodyStart)
      return
    }
    upstream.write(bodyStart)
    request.pipe(upstream)
  }

  return {
    async forward(exchange, call) {
      const { request } = exchange
      // Parts of an upload go on as they come. Any other body comes first: as long as it trickles in,
      // it costs the one connection of its client.
      const isSmall = hasBody(request) && !call.target.path.startsWith(UPLOADS)
      const bodyStart = isSmall ? await readBodyStart(request, MAX_BUFFERED) : Buffer.alloc(0)
      if (!exchange.response.destroyed) forward(exchange, call, bodyStart)
    },
    close: () => agent.destroy(),
  }
}

/** The address as sent, below the API's own base path: never parsed again, so never normalised. */
function addressOf(base: URL, { path, query }: Target): RequestOptions {
  return {
    protocol: base.protocol,
    hostname: base.hostname.replace(/^\[|\]$/g, ''),
    port: base.port,
    path: base.pathname.replace(/\/$/, '') + path + (query && `?${query}`),
  }
}

function passAnswer(answer: IncomingMessage, response: ServerResponse): void {
  if (response.destroyed) return
  for (const [name, value] of forwardResponseHeaders(answer)) response.setHeader(name, value)
  response.writeHead(answer.statusCode ?? 502)
  // An answer that breaks off breaks off here too: the client must not take half for the whole.
  pipeline(answer, response, () => {})
}

function isRepeatable(request: IncomingMessage): boolean {
  return (request.method === 'GET' || request.method === 'HEAD') && !hasBody(request)
}

function sendFailure(
  response: ServerResponse,
  failure: Failure,
  { showFailure }: Pick<ProxiedCall, 'showFailure'>,
): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const { code, msg } = FAILURES[failure]
  if (showFailure) {
    showFailure(code)
    return
  }
  const body = JSON.stringify({ code, msg, time: Math.floor(Date.now() / 1000), data: null })
  response.writeHead(code, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(body)
}
