import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * Starts a TCP proxy of a server. `cut` makes its connections silent without closing them, as a network does
 * whose other end has lost its power; later connections work.
 * @param isReachable whether connections are accepted; false closes them at once
 */
export async function startProxy(
  target: { host: string; port: number },
  isReachable: () => boolean = () => true,
) {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    if (!isReachable()) return void near.destroy()
    const far = connect(target)
    near.pipe(far).pipe(near)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    cut(): void {
      for (const socket of sockets) socket.unpipe().pause()
    },
    close(): void {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
