import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface DrainOptions {
  /** How long to go on as before, so that a balancer sees `/readyz` fail and looks elsewhere. */
  graceMs?: number
  /** When answers that are still on their way are cut off, counted from the end of the grace. */
  deadlineMs?: number
}

export interface Drain {
  readonly draining: boolean
  /** Stops taking connections and waits for the answers on their way. Safe to call twice. */
  close(options?: DrainOptions): Promise<void>
}

const DEADLINE_MS = 10_000

/**
 * Makes a server stop without losing an answer. Node's own `close()` leaves kept-alive connections
 * open as long as they bring requests; here every answer from then on says `Connection: close`.
 */
export function createDrain(server: Server): Drain {
  // By connection: a response that waits behind another one is not closed with its connection.
  const open = new Map<Socket, Set<ServerResponse>>()
  let closing: Promise<void> | undefined

  // Before the server's own listener, so that the header is set when the answer is written.
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
      // This answer may have been begun as keep-alive, before the stop.
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
    const cut = setTimeout(() => server.closeAllConnections(), deadlineMs)
    await new Promise<void>((resolve) => server.close(() => resolve()))
    clearTimeout(cut)
  }

  return {
    get draining() {
      return closing !== undefined
    },
    close: (options = {}) => (closing ??= drain(options)),
  }
}
