import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Bounds on what clients may hold of a server by their connections. */
export interface ConnectionLimits {
  /** Connections of all clients; further ones are closed at once. */
  maxConnections: number
  /** Connections of one address; Infinity where a proxy stands in front and all have its address. */
  maxPerAddress: number
  /** Requests that wait behind the current one on a connection; one more closes the connection. */
  maxWaiting: number
  /** A connection that has something to send and sends nothing of it for so long is closed. */
  stalledMs: number
}

/**
 * A connection costs up to four descriptors (client, file, and both ends of a call of the API), so
 * 3,000 stay below the 16,384 of the systemd unit.
 */
export const CONNECTION_LIMITS: ConnectionLimits = {
  maxConnections: 3000,
  maxPerAddress: 512,
  maxWaiting: 32,
  // A chunk of a file is 64 KiB: a client that takes it in this time reads about 2 KiB a second.
  stalledMs: 30_000,
}

const MAX_LISTENERS = 20

/** Applies the limits to the connections of a server. */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  const { maxPerAddress, stalledMs } = limits
  const perAddress = new Map<string, number>()
  const sentBefore = new Map<Socket, number>()
  server.maxConnections = limits.maxConnections

  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address = '' } = socket
    const count = (perAddress.get(address) ?? 0) + 1
    if (count > maxPerAddress) {
      socket.destroy()
      return
    }
    perAddress.set(address, count)
    sentBefore.set(socket, 0)
    socket.once('close', () => {
      sentBefore.delete(socket)
      const left = (perAddress.get(address) ?? 1) - 1
      if (left === 0) perAddress.delete(address)
      else perAddress.set(address, left)
    })
  })

  const check = setInterval(() => {
    for (const [socket, before] of sentBefore) {
      const sent = socket.bytesWritten - socket.writableLength
      if (socket.writableLength > 0 && sent === before) socket.destroy()
      else sentBefore.set(socket, sent)
    }
  }, stalledMs)
  check.unref()
  server.once('close', () => clearInterval(check))
}

/**
 * Answers the requests of a connection one after the other. Node emits pipelined requests all at once,
 * and a response that waits for its turn has no socket: it is never closed when the connection is, and
 * with it the file that was opened for it.
 */
export function answerInTurn(listener: RequestListener, maxWaiting: number): RequestListener {
  const queues = new WeakMap<Socket, [IncomingMessage, ServerResponse][]>()

  function start(socket: Socket, request: IncomingMessage, response: ServerResponse): void {
    // The turn, the drain, the log and several parts of `send` each wait for the end of a response.
    response.setMaxListeners(MAX_LISTENERS)
    response.once('close', () => {
      const next = queues.get(socket)?.shift()
      if (next && !socket.destroyed) start(socket, ...next)
      else queues.delete(socket)
    })
    void listener(request, response)
  }

  return (request, response) => {
    const { socket } = request
    if (socket.destroyed) return
    const queue = queues.get(socket)
    if (!queue) {
      queues.set(socket, [])
      start(socket, request, response)
    } else if (queue.length < maxWaiting) {
      queue.push([request, response])
    } else {
      socket.destroy()
    }
  }
}

/** Whether a request names its host more than once: proxies and servers may each believe another. */
export function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  const names = rawHeaders.filter((_, index) => index % 2 === 0)
  return names.filter((name) => name.toLowerCase() === 'host').length > 1
}
