import { createServer, type RequestListener } from 'node:http'
import { connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { listen } from '#scripts/lib/listen.ts'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import { splitTarget } from '#scripts/serve/parse-target.ts'
import { createProxy } from '#scripts/serve/proxy.ts'
import type { TestAdminApi } from './admin-api.ts'

async function serve(listener: RequestListener, stop: () => void = () => {}) {
  const server = createServer({ requestTimeout: 0 }, listener)
  return {
    url: await listen(server, 0, '127.0.0.1', ''),
    async [Symbol.asyncDispose]() {
      stop()
      server.closeAllConnections()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** Serves the test API on a real port, for tests that need real connections. */
export function listenTo({ app }: TestAdminApi, onRequest: RequestListener = () => {}) {
  const listener = getRequestListener(app.fetch)
  return serve((request, response) => {
    onRequest(request, response)
    void listener(request, response)
  })
}

/** Serves the site's API proxy on a real port. */
export function serveProxy(adminApiUrl: string) {
  const proxy = createProxy({ adminApiUrl, trustedHops: 0, logger: SILENT_LOGGER })
  return serve((request, response) => {
    const target = splitTarget(request.url ?? '/')
    void proxy.forward({ request, response }, { target, requestId: 'through-the-site' })
  }, proxy.close)
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
