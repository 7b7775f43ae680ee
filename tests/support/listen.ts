import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { listen } from '#scripts/lib/listen.ts'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import { splitTarget } from '#scripts/serve/parse-target.ts'
import { createProxy } from '#scripts/serve/proxy.ts'
import type { TestAdminApi } from './admin-api.ts'

/** Serves the test API on a real port, for tests that need real connections. */
export async function listenTo(
  { app }: TestAdminApi,
  onRequest: (request: IncomingMessage, response: ServerResponse) => void = () => {},
) {
  const listener = getRequestListener(app.fetch)
  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    onRequest(request, response)
    void listener(request, response)
  })
  const url = await listen(server, 0, '127.0.0.1', '')
  return {
    url,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Serves the site's API proxy on a real port. */
export async function serveProxy(adminApiUrl: string) {
  const options = { trustedHops: 0, logger: SILENT_LOGGER }
  const proxy = createProxy({ adminApiUrl, ...options })
  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    const target = splitTarget(request.url ?? '/')
    void proxy.forward({ request, response }, { target, requestId: 'through-the-site' })
  })
  const url = await listen(server, 0, '127.0.0.1', '')
  return {
    url,
    async [Symbol.asyncDispose]() {
      proxy.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Opens a raw connection; `closed` resolves with all received data. */
export function openConnection(url: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  const closed = new Promise<string>((resolve) => {
    // The peer may reset the connection; data received before still counts.
    socket.on('error', () => {})
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
  })
  return { socket, closed }
}
