import { createHmac } from 'node:crypto'
import { ProviderError } from '../provider-error.ts'
import type { Gateway } from './message.ts'
import type { GatewayConfig } from './settings.ts'

const TIMEOUT_MS = 5000
/** The status of a message that the gateway will never send. */
const REFUSALS = new Set(['422'])

/**
 * Posts messages to the organisation's own gateway as JSON
 * `{ channel, to, text, code, lang, purpose, parameters }`; `code` is empty in messages without one. The header
 * `signature` is `t=<seconds>,v1=<hex>`: HMAC-SHA256 over `<seconds>.<body>`, so that the gateway can
 * authenticate the sender and reject replays.
 */
export function createHttpGateway({ name, url, secret }: GatewayConfig<'http'>): Gateway {
  return {
    name,
    reach: 'everywhere',
    supports: () => true,
    refusals: REFUSALS,

    async send({ channel, to, text, lang, purpose, parameters }, now) {
      const { code = '' } = parameters
      const body = JSON.stringify({ channel, to, text, code, lang, purpose, parameters })
      const seconds = Math.floor(now / 1000)
      const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          signature: `t=${seconds},v1=${signature}`,
        },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (!response.ok)
        throw new ProviderError(String(response.status), 'not accepted by the gateway')
      return null
    },

    /** Sends a HEAD request, which triggers no message. The gateway may reject the method but must respond. */
    async check() {
      const response = await fetch(url, {
        method: 'HEAD',
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (response.status >= 500) throw new Error(`responded ${response.status}`)
    },
  }
}
