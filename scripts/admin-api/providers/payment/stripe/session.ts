import * as v from 'valibot'

/** All prices are in fen. */
export const CURRENCY = 'cny'

/** A Checkout Session created by this site (docs.stripe.com/api/checkout/sessions/object). */
export const SessionSchema = v.object({
  id: v.string(),
  status: v.picklist(['open', 'complete', 'expired']),
  payment_status: v.picklist(['paid', 'unpaid', 'no_payment_required']),
  payment_intent: v.nullable(v.pipe(v.string(), v.minLength(1))),
  amount_total: v.pipe(v.number(), v.integer(), v.minValue(0)),
  currency: v.string(),
  metadata: v.object({ out_trade_no: v.pipe(v.string(), v.maxLength(32)) }),
})
