import { connect, createServer, type Socket } from 'node:net'
import type { Stage } from './start-slow-link.ts'

// A separate process that relays connections to a server (argument: its port) and delays responses at the
// stage set by its parent. While stopped, it accepts no connections.

const HEAD_END = '\r\n\r\n'

let stage: Stage = 'none'
const open = new Set<Socket>()

/** The part of a response that is relayed: the head and one byte of the body, or nothing. */
function cut(data: Buffer): Buffer {
  if (stage === 'none') return data
  const end = data.indexOf(HEAD_END)
  return stage === 'body' && end !== -1 ? data.subarray(0, end + HEAD_END.length + 1) : Buffer.of()
}

const server = createServer((socket) => {
  const upstream = connect(Number(process.argv[2]), '127.0.0.1')
  for (const side of [socket, upstream]) {
    open.add(side)
    side.on('error', () => {})
    side.on('close', () => {
      open.delete(side)
      socket.destroy()
      upstream.destroy()
    })
  }
  socket.pipe(upstream)
  let isHeld = false
  upstream.on('data', (data) => {
    if (!isHeld) socket.write(cut(data))
    isHeld ||= stage !== 'none'
  })
})

process.on('message', (next: Stage) => {
  stage = next
  // Further requests need a new connection.
  for (const socket of open) socket.destroy()
  process.send?.('changed')
})
// Minimal backlog: the third connection waits.
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  process.send?.(address.port)
})
process.on('disconnect', () => process.exit())
