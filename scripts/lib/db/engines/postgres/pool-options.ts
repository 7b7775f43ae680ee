import { Socket } from 'node:net'
import { UnreachableServerError } from './errors.ts'

/** Longer than the timeouts of statements and idle transactions, which a server that works applies itself. */
const MAX_SILENCE_MS = 70_000

/**
 * Creates the socket of a connection, which fails if the server is silent. After a failover, connections to a
 * server without power would otherwise occupy the pool until TCP gives up, which takes a quarter of an hour or more.
 */
export function createSocket(maxSilenceMs = MAX_SILENCE_MS): Socket {
  const socket = new Socket()
  return socket.setTimeout(maxSilenceMs, () => {
    socket.destroy(new UnreachableServerError('the database server does not respond'))
  })
}

/** Options of every pool of connections, with which it recovers from a failover. */
export const POOL_OPTIONS = {
  /**
   * Maximum age of a connection. One that was opened to the previous server during the failover, which is read-only
   * by then, would be kept while it is in use.
   */
  maxLifetimeSeconds: 60,
  stream: () => createSocket(),
}
