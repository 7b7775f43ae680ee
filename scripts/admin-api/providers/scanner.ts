import { createReadStream } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { describeError } from '../../lib/describe-error.ts'

type ScanResult = { kind: 'clean' } | { kind: 'infected'; signature: string }

/** Scans uploads for malware. */
export interface Scanner {
  /**
   * @param path a local file
   * @throws ScannerError when the file was not scanned completely; the upload must then be rejected
   */
  scan(path: string): Promise<ScanResult>
}

/** A file could not be scanned; the message states the reason for the log. */
export class ScannerError extends Error {
  override name = 'ScannerError'
}

/** Address of clamd: TCP, or a Unix socket. */
type ClamdAddress = { host: string; port: number } | { path: string }

/** Idle timeout of the socket. clamd scans 500 MiB in a few seconds and responds at the end. */
const IDLE_TIMEOUT_MS = 60_000
const MAX_REPLY_LENGTH = 4096

/** Frames a file for INSTREAM: chunks prefixed with their length in four bytes, then an empty one. */
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

async function readReply(socket: Socket): Promise<string> {
  let reply = ''
  for await (const part of socket.setEncoding('utf8')) {
    reply += part
    if (reply.includes('\0') || reply.length > MAX_REPLY_LENGTH) break
  }
  return reply.split('\0')[0]?.trim() ?? ''
}

/** @throws ScannerError for a reply other than a verdict */
function parseReply(reply: string): ScanResult {
  if (reply === 'stream: OK') return { kind: 'clean' }
  const signature = /^stream: (.+) FOUND$/.exec(reply)?.[1]
  if (signature === undefined) throw new ScannerError(`clamd replied "${reply}"`)
  return { kind: 'infected', signature }
}

/**
 * Scanner that uses the ClamAV daemon by its command INSTREAM (clamd(8)). Its `StreamMaxLength` must allow the
 * largest upload: longer files cannot be scanned and are rejected.
 */
export function createClamd(address: ClamdAddress, idleTimeoutMs = IDLE_TIMEOUT_MS): Scanner {
  return {
    async scan(path) {
      const socket = connect(address)
      socket.setTimeout(idleTimeoutMs, () => socket.destroy(new Error('response timed out')))
      try {
        // clamd replies early and closes the connection when a file exceeds its limit.
        const sent = pipeline(Readable.from(frameChunks(path)), socket, { end: false })
        const [reply] = await Promise.all([
          readReply(socket),
          sent.catch((error: unknown) => {
            if (socket.bytesRead === 0) throw error
          }),
        ])
        return parseReply(reply)
      } catch (cause) {
        if (cause instanceof ScannerError) throw cause
        throw new ScannerError(`clamd did not scan: ${describeError(cause)}`, { cause })
      } finally {
        socket.destroy()
      }
    },
  }
}

const CLAMD_PORT = 3310

/** The scanner of uploads; with `none` only their format is checked. */
export type ScannerConfig = { provider: 'none' } | { provider: 'clamd'; address: ClamdAddress }

/**
 * Parses the setting UPLOAD_SCANNER: `none`, `clamd://host:port` or `clamd:///path/of/its.socket`.
 * @returns undefined for anything else
 */
export function parseScanner(text: string): ScannerConfig | undefined {
  if (text === 'none') return { provider: 'none' }
  const url = URL.parse(text)
  if (url?.protocol !== 'clamd:') return undefined
  const { hostname, port, pathname } = url
  if (hostname !== '') {
    const host = hostname.replace(/^\[|\]$/g, '')
    return { provider: 'clamd', address: { host, port: Number(port || CLAMD_PORT) } }
  }
  return pathname.length > 1
    ? { provider: 'clamd', address: { path: decodeURIComponent(pathname) } }
    : undefined
}

/** The configured scanner; null for none. */
export const createScanner = (config: ScannerConfig): Scanner | null =>
  config.provider === 'none' ? null : createClamd(config.address)
