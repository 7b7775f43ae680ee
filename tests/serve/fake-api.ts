import http, { type RequestListener } from 'node:http'
import { onTestFinished } from 'vitest'
import { listen } from '#scripts/lib/listen.ts'

interface FakeApi {
  url: string
  server: http.Server
  stop(): void
}

/** An API with a handler of the test, until the test ends. */
export async function serveApi(listener: RequestListener): Promise<FakeApi> {
  const server = http.createServer(listener)
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  onTestFinished(stop)
  return { url: await listen(server, 0, '127.0.0.1', 'PORT'), server, stop }
}

/** The address of an unused port. */
export async function findSilentAddress(): Promise<string> {
  const { url, stop } = await serveApi(() => {})
  stop()
  return url
}
