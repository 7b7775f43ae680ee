import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { listen } from '#scripts/lib/listen.ts'

/**
 * Serves requests on a free port, for APIs that replace those of providers in tests.
 * @param isUnreachable whether connections break off unanswered
 */
export async function serveRequests(
  answer: (request: Request) => Promise<Response>,
  isUnreachable: () => boolean = () => false,
) {
  const listener = getRequestListener(answer)
  const server = createServer((request, response) => {
    if (isUnreachable()) request.destroy()
    else void listener(request, response)
  })
  // A busy machine may use a connection again when the server has just closed it as idle.
  server.keepAliveTimeout = 60_000
  return {
    url: await listen(server, 0, '127.0.0.1', ''),
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
