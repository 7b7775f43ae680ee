import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { listen } from '#scripts/lib/listen.ts'

/**
 * Serves requests on a free port, for fake provider APIs.
 * @param isUnreachable whether to drop connections without a response
 */
export async function serveRequests(
  handle: (request: Request) => Promise<Response>,
  isUnreachable: () => boolean = () => false,
) {
  const listener = getRequestListener(handle)
  const server = createServer((request, response) => {
    if (isUnreachable()) request.destroy()
    else void listener(request, response)
  })
  // On a busy machine a client may reuse a connection that the server has just closed as idle.
  server.keepAliveTimeout = 60_000
  return {
    url: await listen(server, 0, '127.0.0.1', ''),
    async close(): Promise<void> {
      server.closeAllConnections()
      await server[Symbol.asyncDispose]()
    },
  }
}
