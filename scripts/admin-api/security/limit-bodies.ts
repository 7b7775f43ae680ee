import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../http.ts'
import { RequestError } from '../errors.ts'
import { UPLOAD_INFO } from '../modules/upload/limits.ts'

const KIB = 1024
/** For calls of the contract and payment webhooks (a WeChat Pay v3 body has about 1 KiB). */
export const MAX_BODY = 64 * KIB
/** For small HTML forms. */
export const MAX_FORM = 8 * KIB

/** Path prefixes with their own limit. */
const LIMITS: readonly (readonly [prefix: string, maxBytes: number])[] = [
  ['/api/sandbox/', MAX_FORM],
  ['/api/sign-in/', MAX_FORM],
  // Uploads are streamed to disk; the storage limits each to the size in its ticket.
  [`${UPLOAD_INFO.endpoint}/`, Infinity],
]

const findLimit = (path: string) =>
  LIMITS.find(([prefix]) => `${path}/`.startsWith(prefix))?.[1] ?? MAX_BODY

const tooLarge = (maxBytes: number) => new RequestError('too_large', `max ${maxBytes} bytes`)

/** Wraps a body so that it fails once more than `maxBytes` have arrived; it does not read ahead. */
function limitStream(body: ReadableStream<Uint8Array>, maxBytes: number) {
  const reader = body.getReader()
  let bytes = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        bytes += value.byteLength
        if (bytes > maxBytes) throw tooLarge(maxBytes)
        controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

/**
 * Limits the size of request bodies, to protect the memory: by `content-length`, or, without one, while a
 * route reads the body. A body that no route reads stays unread.
 */
export const limitBodies: MiddlewareHandler<AppEnv> = async ({ req }, next) => {
  const maxBytes = findLimit(req.path)
  const length = req.header('content-length')
  // Wraps only bodies without a length: a wrapped body that no route reads is not drained, and the server
  // would close its connection while the site sends the next call on it.
  if (length !== undefined) {
    if (Number(length) > maxBytes) throw tooLarge(maxBytes)
  } else if (maxBytes !== Infinity && req.raw.body) {
    const init = { body: limitStream(req.raw.body, maxBytes), duplex: 'half' }
    req.raw = new Request(req.raw, init)
  }
  await next()
}
