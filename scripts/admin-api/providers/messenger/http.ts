import { createHmac } from 'node:crypto'
import type { Messenger } from './messenger.ts'

const TIMEOUT_MS = 5000

interface Gateway {
  url: string
  secret: string
}

/**
 * Posts messages to a gateway as JSON `{ channel, to, text, code, lang, purpose, parameters }`; `code` is
 * empty in messages without one. The header `signature` is `t=<seconds>,v1=<hex>`: HMAC-SHA256 over
 * `<seconds>.<body>`, so that the gateway can authenticate the sender and reject replays.
 */
export function createHttpMessenger({ url, secret }: Gateway): Messenger {
  return {
    outbox: null,
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
      if (!response.ok) throw new Error(`message gateway responded ${response.status}`)
    },
  }
}
