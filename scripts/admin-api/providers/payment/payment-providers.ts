import type { Database } from '../../db/open.ts'
import type { Secrets } from '../../security/secrets.ts'
import type { AlipayConfig } from './alipay/settings.ts'
import type { PaymentProvider } from './payment.ts'
import { createReferences } from './references.ts'
import { createSandbox, type Sandbox } from './sandbox/sandbox.ts'
import type { StripeConfig } from './stripe/settings.ts'
import type { WechatApp } from '../wechat/settings.ts'
import type { WechatPayConfig } from './wechat/settings.ts'
import { createWechatPay } from './wechat/wechat-pay.ts'

interface Context {
  db: Database
  secrets: Secrets
  dataDir: string
  wechatPay: WechatPayConfig | null
  wechatAccount: WechatApp | null
  alipay: AlipayConfig | null
  stripe: StripeConfig | null
  now: () => number
}

/** The configured providers by name, and the sandbox if configured. */
export interface Payments {
  payments: ReadonlyMap<string, PaymentProvider>
  sandbox: Sandbox | null
}

interface Entry {
  /** Production rejects development-only providers. */
  isForProduction: boolean
  create: (context: Context) => Promise<Payments>
}

/** The names that PAYMENT_PROVIDER may list. To add one: `docs/how-to/add-a-payment-provider.md`. */
export const PAYMENT_PROVIDERS = {
  none: { isForProduction: true, create: async () => ({ payments: new Map(), sandbox: null }) },
  sandbox: {
    isForProduction: false,
    async create({ db, secrets, dataDir }) {
      const sandbox = createSandbox(db, secrets, dataDir)
      return { payments: new Map([['sandbox', sandbox.provider]]), sandbox }
    },
  },
  wechat: {
    isForProduction: true,
    async create({ wechatPay, wechatAccount: account, now }) {
      if (wechatPay === null) throw new Error('WeChat Pay is not configured')
      const provider = createWechatPay(wechatPay, { account, now })
      return { payments: new Map([['wechat', provider]]), sandbox: null }
    },
  },
  alipay: {
    isForProduction: true,
    async create({ alipay, now }) {
      if (alipay === null) throw new Error('Alipay is not configured')
      // Loaded like Stripe's: 40 MB of memory.
      const { createAlipay } = await import('./alipay/alipay.ts')
      return { payments: new Map([['alipay', createAlipay(alipay, now)]]), sandbox: null }
    },
  },
  stripe: {
    isForProduction: true,
    async create({ stripe, db, now }) {
      if (stripe === null) throw new Error('Stripe is not configured')
      // The library takes longer to load than the rest of the API: only those who use it wait for it.
      const { createStripe } = await import('./stripe/stripe.ts')
      const provider = createStripe(stripe, { references: createReferences(db), now })
      return { payments: new Map([['stripe', provider]]), sandbox: null }
    },
  },
} satisfies Record<string, Entry>

export type PaymentProviderName = keyof typeof PAYMENT_PROVIDERS

const isPaymentProvider = (name: string): name is PaymentProviderName =>
  Object.hasOwn(PAYMENT_PROVIDERS, name)

/**
 * Reads names separated by commas, such as `wechat,stripe`.
 * @returns null for an unknown or repeated name, and for `none` beside another one
 */
export function parsePaymentProviders(text: string): PaymentProviderName[] | null {
  const names = text.split(',').map((name) => name.trim())
  if (!names.every(isPaymentProvider) || new Set(names).size < names.length) return null
  return names.length > 1 && names.includes('none') ? null : names
}

/** Creates the providers of an installation. */
export async function createPayments(
  names: readonly PaymentProviderName[],
  context: Context,
): Promise<Payments> {
  const created = await Promise.all(names.map((name) => PAYMENT_PROVIDERS[name].create(context)))
  return {
    payments: new Map(created.flatMap(({ payments }) => [...payments])),
    sandbox: created.find(({ sandbox }) => sandbox !== null)?.sandbox ?? null,
  }
}
