import * as v from 'valibot'

// To add a method: `docs/how-to/add-a-payment-provider.md`.

/** Methods of payment providers; `sandbox` only in test installations. */
const PROVIDER_METHODS = ['wechat', 'alipay', 'stripe', 'sandbox'] as const
export type ProviderMethod = (typeof PROVIDER_METHODS)[number]
export const ProviderMethodSchema = v.picklist(PROVIDER_METHODS)

export const PayMethodSchema = v.picklist(['balance', ...PROVIDER_METHODS])
export type PayMethod = v.InferOutput<typeof PayMethodSchema>

/** Methods whose QR code desktops show, for the app on a phone; others are paid on a page of the provider. */
export const CODE_METHODS = ['wechat', 'sandbox'] as const satisfies readonly ProviderMethod[]
export type CodeMethod = (typeof CODE_METHODS)[number]

/** Where refunds arrive. Apart from the rest, so that browsers do not load it. */
export const REFUND_TARGETS = {
  balance: 'balance',
  wechat: 'wallet',
  alipay: 'wallet',
  stripe: 'card',
  sandbox: 'wallet',
} as const satisfies Record<PayMethod, 'wallet' | 'card' | 'balance'>
