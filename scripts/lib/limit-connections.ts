import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Limits on the connections of clients. */
export interface ConnectionLimits {
  /** Connections of all clients; excess connections are closed at once. */
  maxConnections: number
  /** Connections of one address; Infinity behind a proxy, because all clients share its address. */
  maxPerAddress: number
  /** Pipelined requests that may wait on a connection; one more closes the connection. */
  maxWaiting: number
  /** A connection with pending output that makes no progress for this long is closed. */
  stalledMs: number
}

/**
 * A connection uses up to four file descriptors (client, file, and both ends of an API call), so 3,000
 * connections stay below the limit of 16,384 in the systemd unit.
 */
const CONNECTION_LIMITS: ConnectionLimits = {
  maxConnections: 3000,
  maxPerAddress: 512,
  maxWaiting: 32,
  // A file chunk is 64 KiB, so a client must receive about 2 KiB per second.
  stalledMs: 30_000,
}

/** The limits of a server behind a number of proxies, with which all visitors share an address. */
export const readConnectionLimits = (trustedHops: number): ConnectionLimits => ({
  ...CONNECTION_LIMITS,
  ...(trustedHops > 0 && { maxPerAddress: Infinity }),
})

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
 * Handles pipelined requests of a connection one at a time. Node emits them all at once, and a waiting
 * response has no socket: when the connection breaks, the response and its open file would never be closed.
 */
export function handleInTurn(listener: RequestListener, maxWaiting: number): RequestListener {
  const queues = new WeakMap<Socket, [IncomingMessage, ServerResponse][]>()

  function start(socket: Socket, request: IncomingMessage, response: ServerResponse): void {
    // This queue, the drain, the request log and parts of `send` each listen for the end of a response.
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
