import { createReadStream } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ScannerError, type Scanner, type ScanResult } from './scanner.ts'

/** Where clamd listens: a TCP address, or a socket file. */
export type ClamdAddress = { host: string; port: number } | { path: string }

/** How long clamd may be silent, in ms. It reads 500 MiB in some seconds, and answers at the end. */
const SILENCE_MS = 60_000
const MAX_ANSWER = 4096

/** A file in the form of INSTREAM: chunks, each behind its length in four bytes, and an empty one. */
async function* frameChunks(path: string): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0')
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(chunk.length)
    yield length
    yield chunk
  }
  yield Buffer.alloc(4)
}

async function readAnswer(socket: Socket): Promise<string> {
  let answer = ''
  for await (const part of socket.setEncoding('utf8')) {
    answer += part
    if (answer.includes('\0') || answer.length > MAX_ANSWER) break
  }
  return answer.split('\0')[0]?.trim() ?? ''
}

/** @throws ScannerError for anything but a verdict */
function parseAnswer(answer: string): ScanResult {
  if (answer === 'stream: OK') return { kind: 'clean' }
  const signature = /^stream: (.+) FOUND$/.exec(answer)?.[1]
  if (signature === undefined) throw new ScannerError(`clamd answers "${answer}"`)
  return { kind: 'infected', signature }
}

/**
 * ClamAV's daemon, by its command INSTREAM (clamd(8)). Its `StreamMaxLength` must allow the largest
 * upload: what is longer is not scanned, and not taken.
 */
export function createClamd(address: ClamdAddress, silenceMs = SILENCE_MS): Scanner {
  return {
    async scan(path) {
      const socket = connect(address)
      socket.setTimeout(silenceMs, () => socket.destroy(new Error('no answer in time')))
      try {
        // clamd answers early, and closes, where a file is longer than it takes.
        const sent = pipeline(Readable.from(frameChunks(path)), socket, { end: false })
        const [answer] = await Promise.all([
          readAnswer(socket),
          sent.catch((error: unknown) => {
            if (socket.bytesRead === 0) throw error
          }),
        ])
        return parseAnswer(answer)
      } catch (cause) {
        if (cause instanceof ScannerError) throw cause
        const reason = cause instanceof Error ? cause.message : String(cause)
        throw new ScannerError(`clamd did not scan: ${reason}`, { cause })
      } finally {
        socket.destroy()
      }
    },
  }
}
