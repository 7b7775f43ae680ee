import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openLockSession } from '#scripts/lib/db/engines/engines.ts'

/** A message of the PostgreSQL protocol: type, length, body. */
function createMessage(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const AUTHENTICATED = createMessage('R', Buffer.alloc(4))
const READY = createMessage('Z', Buffer.from('I'))
const REFUSAL = createMessage('E', Buffer.from('SERROR\0C42501\0Mparameter cannot be set\0\0'))

/** A database server that accepts every client and refuses its first statement. */
async function startRefusingServer() {
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([AUTHENTICATED, READY]))
      socket.once('data', () => socket.write(Buffer.concat([REFUSAL, READY])))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  const countConnections = () =>
    new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
  return { url: `postgres://site@127.0.0.1:${address.port}/site`, countConnections }
}

test('a lock session whose first statement is refused closes its connection', async () => {
  const { url, countConnections } = await startRefusingServer()
  const address = { kind: 'server', url, maxConnections: 1 } as const
  await expect(openLockSession(address, 'building')).rejects.toThrow('parameter cannot be set')
  await expect.poll(countConnections).toBe(0)
})
