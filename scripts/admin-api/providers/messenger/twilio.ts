import { createHmac } from 'node:crypto'
import * as v from 'valibot'
import { isSameHash } from '../../../lib/is-same-hash.ts'
import { ProviderError } from '../provider-error.ts'
import { callGateway } from './call-gateway.ts'
import { ReceiptError, type Gateway, type Message, type Receipt } from './message.ts'
import type { GatewayConfig } from './settings.ts'

const RECEIPT_PATH = '/api/sms/twilio_receipt'

/** An invalid number, one that has unsubscribed, and one that receives no SMS (twilio.com/docs/api/errors). */
const REFUSALS = new Set(['21211', '21610', '21614'])

/**
 * The signature of a Twilio webhook over its URL and form
 * (twilio.com/docs/usage/security#validating-requests).
 */
export function signTwilio(url: string, form: URLSearchParams, token: string): string {
  const fields = [...form].toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))
  const text = url + fields.map(([name, value]) => name + value).join('')
  return createHmac('sha1', token).update(text).digest('base64')
}

const ResponseSchema = v.looseObject({
  sid: v.optional(v.string()),
  /** For an account `active`, for a message `queued`, for an error its HTTP status. */
  status: v.union([v.string(), v.number()]),
  code: v.optional(v.nullable(v.number())),
  message: v.optional(v.string(), ''),
})

const FormSchema = v.object({
  MessageSid: v.string(),
  MessageStatus: v.string(),
  ErrorCode: v.optional(v.string(), ''),
})

/** Reads the final status of a message; empty for intermediate ones. */
function readReceipts(form: URLSearchParams): Receipt[] {
  const { success, output } = v.safeParse(FormSchema, Object.fromEntries(form))
  if (!success) throw new ReceiptError('unexpected content')
  const { MessageSid: id, MessageStatus: status, ErrorCode: reason } = output
  if (status === 'delivered') return [{ id, state: 'delivered', reason: '' }]
  if (status === 'failed' || status === 'undelivered') return [{ id, state: 'failed', reason }]
  return []
}

/** Twilio (twilio.com/docs/messaging/api/message-resource), for numbers outside mainland China. */
export function createTwilio(config: GatewayConfig<'twilio'>): Gateway {
  const { account, token, from, siteUrl } = config
  const credentials = Buffer.from(`${account}:${token}`).toString('base64')
  const receiptUrl = siteUrl + RECEIPT_PATH

  async function call(path: string, form?: URLSearchParams) {
    const url = new URL(`/2010-04-01/Accounts/${account}${path}`, config.url)
    const headers = { authorization: `Basic ${credentials}`, accept: 'application/json' }
    const init = form ? { method: 'POST', headers, body: form } : { headers }
    const result = await callGateway(url, init, ResponseSchema)
    if (typeof result.status === 'number') {
      throw new ProviderError(String(result.code ?? result.status), result.message)
    }
    return result
  }

  async function send({ to, text }: Message): Promise<string | null> {
    const form = new URLSearchParams({ To: to, Body: text, StatusCallback: receiptUrl })
    form.set(from.startsWith('+') ? 'From' : 'MessagingServiceSid', from)
    const { sid } = await call('/Messages.json', form)
    return sid ?? null
  }

  return {
    name: config.name,
    reach: 'abroad',
    supports: ({ channel }) => channel === 'sms',

    refusals: REFUSALS,
    send,

    async check() {
      const { status } = await call('.json')
      if (status !== 'active') throw new ProviderError(String(status), 'the account is not active')
    },

    receipts: {
      response: '',
      read({ headers, body }) {
        const form = new URLSearchParams(body)
        const signature = headers.get('x-twilio-signature') ?? ''
        if (!isSameHash(signature, signTwilio(receiptUrl, form, token))) {
          throw new ReceiptError('wrong signature')
        }
        return readReceipts(form)
      },
    },
  }
}
