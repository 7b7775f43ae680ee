/** An error response (docs.stripe.com/api/errors). */
export class Refusal extends Error {
  readonly status: number
  readonly headers: Record<string, string>
  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

/** An error of a call that was executed, which is saved with its idempotency key (docs.stripe.com/api/idempotent_requests). */
export class SavedRefusal extends Refusal {}

export interface Session {
  id: string
  object: 'checkout.session'
  livemode: boolean
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  payment_intent: string | null
  amount_total: number
  currency: string
  client_reference_id: string | null
  metadata: Record<string, string>
  success_url: string
  expires_at: number
  url: string | null
}

interface Refund {
  id: string
  object: 'refund'
  payment_intent: string
  amount: number
  created: number
  status: 'succeeded' | 'pending' | 'failed' | 'canceled'
  metadata: Record<string, string>
}

const MIN_SESSION_S = 30 * 60

/** Parses form fields `name[key]` into an object. */
function readMap(form: URLSearchParams, name: string): Record<string, string> {
  const entries = [...form].filter(([key]) => key.startsWith(`${name}[`))
  return Object.fromEntries(entries.map(([key, value]) => [key.slice(name.length + 1, -1), value]))
}

function requireField(form: URLSearchParams, name: string): string {
  const value = form.get(name)
  if (value === null) throw new Refusal(400, `Missing required param: ${name}.`)
  return value
}

/** In-memory sessions and refunds of one account (docs.stripe.com/api). */
export function createAccount(now: () => number) {
  const sessions = new Map<string, Session>()
  const refunds: Refund[] = []
  const settings: { refundStatus: Refund['status']; isEmpty: boolean } = {
    refundStatus: 'succeeded',
    /** Whether the balance of the account does not cover refunds. */
    isEmpty: false,
  }

  function find(id: string): Session {
    const session = sessions.get(id)
    if (!session) throw new Refusal(404, `No such checkout.session: '${id}'`)
    return session
  }

  return {
    sessions,
    refunds,
    settings,
    find,
    create(form: URLSearchParams): Session {
      if (requireField(form, 'mode') !== 'payment') throw new Refusal(400, 'Invalid mode')
      if (form.has('payment_method_types[0]')) {
        throw new Refusal(400, 'Received unknown parameter: payment_method_types')
      }
      const expiresAt = Number(requireField(form, 'expires_at'))
      if (expiresAt < now() / 1000 + MIN_SESSION_S || expiresAt > now() / 1000 + 86_400) {
        throw new Refusal(400, 'expires_at must be between 30 minutes and 24 hours from now')
      }
      const price = 'line_items[0][price_data]'
      const amount = Number(requireField(form, `${price}[unit_amount]`))
      const id = `cs_test_${sessions.size + 1}`
      const session: Session = {
        id,
        object: 'checkout.session',
        livemode: false,
        status: 'open',
        payment_status: 'unpaid',
        payment_intent: null,
        amount_total: amount * Number(requireField(form, 'line_items[0][quantity]')),
        currency: requireField(form, `${price}[currency]`),
        client_reference_id: form.get('client_reference_id'),
        metadata: readMap(form, 'metadata'),
        success_url: requireField(form, 'success_url'),
        expires_at: expiresAt,
        url: `https://checkout.stripe.com/c/pay/${id}`,
      }
      sessions.set(id, session)
      return session
    },
    /** Completes a session, as a payment on Stripe's page does. */
    pay(id: string): Session {
      const session = find(id)
      if (session.status !== 'open') throw new Refusal(400, 'This session is not open')
      const payment_intent = id.replace('cs_', 'pi_')
      Object.assign(session, {
        status: 'complete',
        payment_status: 'paid',
        payment_intent,
        url: null,
      })
      return session
    },
    expire(id: string): Session {
      const session = find(id)
      if (session.status !== 'open') {
        throw new Refusal(400, 'Only Checkout Sessions with a status in ["open"] can be expired.')
      }
      return Object.assign(session, { status: 'expired', url: null })
    },
    refund(form: URLSearchParams): Refund {
      const payment = requireField(form, 'payment_intent')
      const paid = [...sessions.values()].find((one) => one.payment_intent === payment)
      if (!paid) throw new Refusal(404, `No such payment_intent: '${payment}'`)
      const amount = Number(requireField(form, 'amount'))
      const before = refunds.filter(
        ({ payment_intent: of, status }) =>
          of === payment && status !== 'failed' && status !== 'canceled',
      )
      const sum = before.reduce((total, one) => total + one.amount, amount)
      if (sum > paid.amount_total) throw new Refusal(400, 'Refund amount is greater than charge')
      if (settings.isEmpty) throw new SavedRefusal(400, 'Insufficient funds in your account')
      const refund: Refund = {
        id: `re_${refunds.length + 1}`,
        object: 'refund',
        payment_intent: payment,
        amount,
        created: Math.floor(now() / 1000),
        status: settings.refundStatus,
        metadata: readMap(form, 'metadata'),
      }
      refunds.push(refund)
      return refund
    },
  }
}
