import http, { type IncomingHttpHeaders, type RequestOptions } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/**
 * Sends a request unchanged: `fetch` would normalise the path, follow redirects, add headers and
 * decode bodies.
 */
export async function sendRequest(
  base: string,
  path: string,
  options: Pick<RequestOptions, 'method' | 'headers' | 'agent'> & { body?: string | Buffer } = {},
): Promise<Reply> {
  const { hostname, port } = new URL(base)
  const { body, ...rest } = options
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  const request = http.request({ hostname, port, path, agent: false, ...rest }, resolve)
  request.on('error', reject)
  request.end(body)
  const response = await promise
  const { statusCode: status = 0, headers } = response
  return { status, headers, body: await buffer(response) }
}
