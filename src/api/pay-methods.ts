import * as v from 'valibot'

// To add a method: `docs/how-to/add-a-payment-provider.md`.

/** Methods of payment providers; `sandbox` only in test installations. */
export const ProviderMethodSchema = v.picklist(['wechat', 'alipay', 'stripe', 'sandbox'])
export type ProviderMethod = v.InferOutput<typeof ProviderMethodSchema>

export const PayMethodSchema = v.picklist(['balance', ...ProviderMethodSchema.options])
export type PayMethod = v.InferOutput<typeof PayMethodSchema>

/** Where refunds arrive. Not part of the schemas, so that pages without it do not load it. */
export const REFUND_TARGETS = {
  balance: 'balance',
  wechat: 'wallet',
  alipay: 'wallet',
  stripe: 'card',
  sandbox: 'wallet',
} as const satisfies Record<PayMethod, 'wallet' | 'card' | 'balance'>
