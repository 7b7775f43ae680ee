import * as v from 'valibot'

interface PayMethodTraits {
  /** What a desktop shows: a QR code for the app on a phone, a page of the provider, or a button. */
  onDesktop: 'code' | 'page' | 'button'
  /** Where a refund arrives. */
  refundTo: 'wallet' | 'card' | 'balance'
}

/** Payment methods; `sandbox` only in test installations. To add one: `docs/how-to/add-a-payment-provider.md`. */
export const PAY_METHODS = {
  balance: { onDesktop: 'button', refundTo: 'balance' },
  wechat: { onDesktop: 'code', refundTo: 'wallet' },
  alipay: { onDesktop: 'page', refundTo: 'wallet' },
  stripe: { onDesktop: 'page', refundTo: 'card' },
  sandbox: { onDesktop: 'code', refundTo: 'wallet' },
} as const satisfies Record<string, PayMethodTraits>

export type PayMethod = keyof typeof PAY_METHODS
/** A method of a payment provider. */
export type ProviderMethod = Exclude<PayMethod, 'balance'>
/** A method whose QR code desktops show. */
export type CodeMethod = {
  [M in PayMethod]: (typeof PAY_METHODS)[M]['onDesktop'] extends 'code' ? M : never
}[PayMethod]

// The map's own keys are exactly the names.
const NAMES = Object.keys(PAY_METHODS) as PayMethod[]

export const PayMethodSchema = v.picklist(NAMES)
export const ProviderMethodSchema = v.picklist(NAMES.filter((name) => name !== 'balance'))
