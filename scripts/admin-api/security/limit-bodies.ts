import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../http.ts'
import { RequestError } from '../errors.ts'
import { UPLOAD_INFO } from '../modules/upload/limits.ts'

const KIB = 1024
/** Calls of the contract, and payment notifications (a WeChat Pay v3 body has about 1 KiB). */
export const MAX_BODY = 64 * KIB
/** Forms with a handful of fields. */
export const MAX_FORM = 8 * KIB

/** Routes with a limit of their own, by the beginning of their path. */
const LIMITS: readonly (readonly [prefix: string, maxBytes: number])[] = [
  ['/api/sandbox/', MAX_FORM],
  ['/api/sign-in/', MAX_FORM],
  // Uploads are streamed to the disk; the storage bounds each by the size in its ticket.
  [`${UPLOAD_INFO.endpoint}/`, Infinity],
]

const findLimit = (path: string) =>
  LIMITS.find(([prefix]) => `${path}/`.startsWith(prefix))?.[1] ?? MAX_BODY

const tooLarge = (maxBytes: number) => new RequestError('too_large', `max ${maxBytes} bytes`)

/** The same body, which fails as soon as more than `maxBytes` have arrived; nothing is read ahead. */
function boundStream(body: ReadableStream<Uint8Array>, maxBytes: number) {
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
 * Bounds the body of every request, so that no caller fills the memory: by its `content-length`, and
 * without one while a route reads it. A body that no route reads stays unread.
 */
export const limitBodies: MiddlewareHandler<AppEnv> = async ({ req }, next) => {
  const maxBytes = findLimit(req.path)
  const length = req.header('content-length')
  // Only bodies that need it are opened: one that is opened and never read is not drained either, so that
  // its connection is closed while the site sends the next call on it.
  if (length !== undefined) {
    if (Number(length) > maxBytes) throw tooLarge(maxBytes)
  } else if (maxBytes !== Infinity && req.raw.body) {
    const init = { body: boundStream(req.raw.body, maxBytes), duplex: 'half' }
    req.raw = new Request(req.raw, init)
  }
  await next()
}
