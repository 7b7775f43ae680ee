import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface DrainOptions {
  /** How long to serve while `/readyz` fails, so that load balancers stop sending traffic. */
  graceMs?: number
  /** Time after the grace period at which open connections are closed. */
  deadlineMs?: number
}

const DEADLINE_MS = 10_000

/**
 * Adds a graceful shutdown to a server. Node's `close()` keeps connections open as long as clients send
 * requests on them; here every response after the start of the shutdown has `Connection: close`.
 */
export function createDrain(server: Server) {
  // By connection, because a waiting pipelined response is not closed with its connection.
  const open = new Map<Socket, Set<ServerResponse>>()
  let closing: Promise<void> | undefined

  // Prepended, so that the header is set before the response is written.
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const responses = open.get(socket) ?? new Set()
    if (!open.has(socket)) {
      open.set(socket, responses)
      socket.once('close', () => open.delete(socket))
    }
    responses.add(response)
    if (closing) response.setHeader('Connection', 'close')
    response.once('close', () => {
      responses.delete(response)
      // This response may have begun as keep-alive, before the shutdown.
      if (closing) setImmediate(() => server.closeIdleConnections())
    })
  })

  async function drain({ graceMs = 0, deadlineMs = DEADLINE_MS }: DrainOptions): Promise<void> {
    if (graceMs > 0) await new Promise((resolve) => setTimeout(resolve, graceMs))
    for (const responses of open.values()) {
      for (const response of responses) {
        if (!response.headersSent) response.setHeader('Connection', 'close')
      }
    }
    const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs)
    await new Promise<void>((resolve) => server.close(() => resolve()))
    clearTimeout(deadline)
  }

  return {
    get draining(): boolean {
      return closing !== undefined
    },
    /** Stops accepting connections and waits for open responses. Safe to call twice. */
    close: (options: DrainOptions = {}) => (closing ??= drain(options)),
  }
}
export type Drain = ReturnType<typeof createDrain>
