import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/** Connection headers, which are not forwarded (RFC 9110, section 7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
/** Headers that this server sets or handles itself. */
const OWN = new Set(['host', 'expect', 'forwarded', 'x-request-id'])
const REQUEST_ID = /^[A-Za-z0-9-]{8,64}$/

type HeaderPairs = [name: string, value: string | string[]][]

/** Reads the request id of the client, if it is safe to log. */
export function readRequestId(request: IncomingMessage): string | undefined {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : undefined
}

/**
 * The request headers for the API. Incoming `X-Forwarded-*` headers are used only behind trusted proxies.
 */
export function forwardRequestHeaders(
  request: IncomingMessage,
  host: string,
  requestId: string,
  trustedHops: number,
): Record<string, string | string[]> {
  const { headers, socket } = request
  const trusted: IncomingHttpHeaders = trustedHops > 0 ? headers : {}
  const address = socket.remoteAddress ?? 'unknown'
  const chain = [trusted['x-forwarded-for'], address].flat().filter((part) => part !== undefined)
  const proto = trusted['x-forwarded-proto'] === 'https' ? 'https' : 'http'
  return {
    ...Object.fromEntries(endToEnd(headers).filter(([name]) => !OWN.has(name))),
    host,
    'x-forwarded-for': chain.join(', '),
    'x-forwarded-proto': proto,
    'x-forwarded-host': getFirst(trusted['x-forwarded-host']) ?? headers.host ?? host,
    'x-request-id': requestId,
  }
}

/** The response headers of the API without its request id, which is already set. */
export function forwardResponseHeaders({ headers }: IncomingMessage): HeaderPairs {
  return endToEnd(headers).filter(([name]) => name !== 'x-request-id')
}

function endToEnd(headers: IncomingHttpHeaders): HeaderPairs {
  const listed = (headers.connection ?? '').toLowerCase().split(',')
  const named = new Set(listed.map((name) => name.trim()))
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || HOP_BY_HOP.has(name) || named.has(name)
      ? []
      : [[name, value] satisfies [string, string | string[]]],
  )
}

function getFirst(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
