import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import type { WechatPayConfig } from './settings.ts'
import { signLines, verifySignature } from './webhook.ts'

/** The same as the timeout of the caller, so that abandoned requests free their connection. */
const TIMEOUT_MS = 5000
/** For a bill, which has the payments of a day. */
const DOWNLOAD_TIMEOUT_MS = 20_000

/** An error response of WeChat Pay, such as `SIGN_ERROR` or `ORDER_NOT_EXIST`. */
export class WechatPayError extends Error {
  override name = 'WechatPayError'
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(`${status} ${code}: ${message}`)
    this.status = status
    this.code = code
  }
}

const ErrorSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ code: v.string(), message: v.optional(v.string(), '') }),
)

/** Parses an error response; one from a proxy can have any content. */
function readError(status: number, text: string): WechatPayError {
  const { success, output } = v.safeParse(ErrorSchema, text)
  if (!success) return new WechatPayError(status, 'no code', text.slice(0, 200))
  return new WechatPayError(status, output.code, output.message)
}

/**
 * Client of WeChat Pay v3: requests are signed with the merchant's key, responses verified with the
 * platform's (pay.weixin.qq.com/doc/v3/merchant/4012365342 and 4013053249).
 */
export function createWechatClient(config: WechatPayConfig, now: () => number) {
  function authorize(method: string, target: string, body: string): string {
    const timestamp = String(Math.floor(now() / 1000))
    const nonce = randomBytes(16).toString('hex')
    const lines = [method, target, timestamp, nonce, body]
    const fields = {
      mchid: config.mchid,
      nonce_str: nonce,
      signature: signLines(lines, config.privateKey),
      timestamp,
      serial_no: config.serial,
    }
    const pairs = Object.entries(fields).map(([name, value]) => `${name}="${value}"`)
    return `WECHATPAY2-SHA256-RSA2048 ${pairs.join(',')}`
  }

  /** @param target path and query, which are signed */
  const send = (method: 'GET' | 'POST', target: string, body: string, timeoutMs = TIMEOUT_MS) =>
    fetch(new URL(target, config.url), {
      method,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'user-agent': 'performing-arts-site',
        authorization: authorize(method, target, body),
        // Selects the platform key for signing the response during a key rotation.
        'wechatpay-serial': config.platformKeys.at(-1)?.serial ?? '',
      },
      ...(body !== '' && { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })

  return {
    /**
     * @param target path and query
     * @returns the parsed content; undefined when there is none (204)
     * @throws WechatPayError for a status other than 200 and 204
     * @throws WebhookError for a response with an invalid signature
     */
    async call(method: 'GET' | 'POST', target: string, content?: object): Promise<unknown> {
      const body = content === undefined ? '' : JSON.stringify(content)
      const response = await send(method, target, body)
      const text = await response.text()
      // Errors from intermediate proxies are not signed; callers treat them as temporary.
      if (response.status >= 500 || response.status === 401) throw readError(response.status, text)
      const headers = Object.fromEntries(response.headers)
      verifySignature(headers, text, { keys: config.platformKeys, now: now() })
      if (!response.ok) throw readError(response.status, text)
      return text === '' ? undefined : JSON.parse(text)
    },

    /**
     * Downloads a file. Files are not signed, but the signed response with their URL contains their hash.
     * @throws WechatPayError for a status other than 200
     */
    async download(target: string): Promise<Uint8Array> {
      const response = await send('GET', target, '', DOWNLOAD_TIMEOUT_MS)
      if (!response.ok) throw readError(response.status, await response.text())
      return response.bytes()
    },
  }
}
export type WechatClient = ReturnType<typeof createWechatClient>
