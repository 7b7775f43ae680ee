import { createHmac } from 'node:crypto'

/** The header `Stripe-Signature` (docs.stripe.com/webhooks#verify-manually). @param at epoch ms */
export function signEvent(body: string, secret: string, at: number): string {
  const seconds = Math.floor(at / 1000)
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${signature}`
}
