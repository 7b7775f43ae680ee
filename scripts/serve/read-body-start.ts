import type { IncomingMessage } from 'node:http'

/**
 * Reads at least `maxBytes` of a body, or all of it, and pauses the request.
 * @returns the bytes read: the whole body if `request.readableEnded`
 */
export async function readBodyStart(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const take = (part: Buffer) => {
    parts.push(part)
    bytes += part.length
    if (bytes >= maxBytes) resolve()
  }
  // An interrupted connection emits only `close`.
  const done = () => resolve()
  request.on('data', take).once('end', done).once('close', done)
  await promise
  request.off('data', take).off('end', done).off('close', done)
  request.pause()
  return Buffer.concat(parts)
}
