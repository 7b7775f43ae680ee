import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** The EICAR test string (eicar.org), in two parts so that scanners do not report this file. */
export const EICAR = `${'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR'}-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`

interface Options {
  /** As `StreamMaxLength` of clamd.conf, in bytes. */
  maxBytes?: number
  /** Accepts connections and never responds. */
  isSilent?: boolean
}

/** Parses the chunks of an INSTREAM command; undefined while incomplete. */
function parseStream(received: Buffer): Buffer | undefined {
  const command = 'zINSTREAM\0'
  if (received.length < command.length) return undefined
  if (received.toString('latin1', 0, command.length) !== command) throw new Error('no INSTREAM')
  const chunks: Buffer[] = []
  for (let at = command.length; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}

/**
 * A server with clamd's protocol (clamd(8), INSTREAM) that detects one signature.
 * @param address a port (0 for any) or the path of a socket
 */
export async function serveClamd(
  address: number | string = 0,
  { maxBytes = 25 * 1024 * 1024, isSilent = false }: Options = {},
) {
  const scanned: Buffer[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let received = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (part) => {
      received = Buffer.concat([received, part])
      if (isSilent) return
      if (received.length > maxBytes) {
        socket.end('INSTREAM size limit exceeded. ERROR\0')
        return
      }
      const file = parseStream(received)
      if (!file) return
      scanned.push(file)
      const isInfected = file.includes(EICAR)
      socket.end(isInfected ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0')
    })
  })
  await new Promise<void>((resolve) => server.listen(address, () => resolve()))
  const stop = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(stop)
  const bound = server.address()
  const isPort = typeof bound === 'object' && bound !== null
  return { setting: isPort ? `clamd://127.0.0.1:${bound.port}` : `clamd://${bound}`, scanned, stop }
}
