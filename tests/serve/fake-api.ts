import http, { type RequestListener } from 'node:http'
import { onTestFinished } from 'vitest'
import { listen } from '#scripts/lib/listen.ts'

interface FakeApi {
  url: string
  server: http.Server
  stop(): void
}

/** Starts an API with the given request listener until the test ends. */
export async function serveApi(listener: RequestListener): Promise<FakeApi> {
  const server = http.createServer(listener)
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  onTestFinished(stop)
  return { url: await listen(server, 0, '127.0.0.1', 'PORT'), server, stop }
}

/** A URL that refuses connections: no program is given a port below 1024 unless it asks for that one. */
export const UNUSED_URL = 'http://127.0.0.1:2'
