import type { ProviderMethod } from '#api/pay-methods.ts'
import type { Database } from '../../db/open.ts'
import type { Secrets } from '../../security/secrets.ts'
import { requireListed, type SettingValues } from '../require-settings.ts'
import type { WechatApp } from '../wechat/settings.ts'
import { ALIPAY_REQUIRED, ALIPAY_SETTINGS, readAlipay } from './alipay/settings.ts'
import type { PaymentProvider } from './payment.ts'
import { createSandbox, type Sandbox } from './sandbox/sandbox.ts'
import { readStripe, STRIPE_REQUIRED, STRIPE_SETTINGS } from './stripe/settings.ts'
import { readWechatPay, WECHAT_REQUIRED, WECHAT_SETTINGS } from './wechat/settings.ts'
import { createWechatPay } from './wechat/wechat-pay.ts'

/** Environment variables of all payment providers. */
export const PAYMENT_SETTINGS = { ...WECHAT_SETTINGS, ...ALIPAY_SETTINGS, ...STRIPE_SETTINGS }

type Variables = SettingValues<typeof PAYMENT_SETTINGS>

/** The configurations of the payment providers; null for each that is not configured. */
export const readPaymentConfigs = (values: Variables) => ({
  wechatPay: readWechatPay(values),
  alipay: readAlipay(values),
  stripe: readStripe(values),
})

interface Options extends ReturnType<typeof readPaymentConfigs> {
  db: Database
  secrets: Secrets
  dataDir: string
  wechatAccount: WechatApp | null
  now: () => number
}

/** The configured providers by name, and the sandbox if configured. */
export interface Payments {
  payments: ReadonlyMap<string, PaymentProvider>
  sandbox: Sandbox | null
}

type Context = Options & Pick<Payments, 'sandbox'>

interface Entry {
  /** Prefix of its variables; null when it has none. */
  prefix: string | null
  /** Error messages for missing required variables, by the name of the variable. */
  required: Readonly<Record<string, string>>
  create: (context: Context) => Promise<PaymentProvider | null>
}

const NO_SETTINGS = { prefix: null, required: {} }

/** The values of PAYMENT_PROVIDER. To add one: `docs/how-to/add-a-payment-provider.md`. */
export const PAYMENT_PROVIDERS = {
  none: {
    ...NO_SETTINGS,
    create: async () => null,
  },
  sandbox: {
    ...NO_SETTINGS,
    create: async ({ sandbox }) => sandbox?.provider ?? null,
  },
  wechat: {
    prefix: 'WECHAT_PAY_',
    required: WECHAT_REQUIRED,
    async create({ wechatPay, wechatAccount: account, now }) {
      if (wechatPay === null) throw new Error('WeChat Pay is not configured')
      return createWechatPay(wechatPay, { account, now })
    },
  },
  alipay: {
    prefix: 'ALIPAY_',
    required: ALIPAY_REQUIRED,
    async create({ alipay, now }) {
      if (alipay === null) throw new Error('Alipay is not configured')
      // Loaded on demand: the library takes 40 MB of memory.
      const { createAlipay } = await import('./alipay/alipay.ts')
      return createAlipay(alipay, now)
    },
  },
  stripe: {
    prefix: 'STRIPE_',
    required: STRIPE_REQUIRED,
    async create({ stripe, db, now }) {
      if (stripe === null) throw new Error('Stripe is not configured')
      // Loaded on demand: the library takes longer to load than the rest of the API.
      const { createStripe } = await import('./stripe/stripe.ts')
      return createStripe(stripe, { db, now })
    },
  },
} satisfies Record<'none' | ProviderMethod, Entry>

export type PaymentProviderName = keyof typeof PAYMENT_PROVIDERS

/** Variables that the listed providers require. */
export const PAYMENT_RULES = Object.entries(PAYMENT_PROVIDERS).map(([name, { required }]) =>
  requireListed('PAYMENT_PROVIDER', name, required),
)

const isPaymentProvider = (name: string): name is PaymentProviderName =>
  Object.hasOwn(PAYMENT_PROVIDERS, name)

/**
 * Parses names separated by commas, such as `wechat,stripe`.
 * @returns null for an unknown or repeated name, and for `none` together with another one
 */
export function parsePaymentProviders(text: string): PaymentProviderName[] | null {
  const names = text.split(',').map((name) => name.trim())
  if (!names.every(isPaymentProvider) || new Set(names).size < names.length) return null
  return names.length > 1 && names.includes('none') ? null : names
}

/** Creates the configured payment providers. */
export async function createPayments(
  names: readonly PaymentProviderName[],
  options: Options,
): Promise<Payments> {
  const { db, secrets, dataDir } = options
  const sandbox = names.includes('sandbox') ? createSandbox(db, secrets, dataDir) : null
  const payments = new Map<string, PaymentProvider>()
  for (const name of names) {
    const provider = await PAYMENT_PROVIDERS[name].create({ ...options, sandbox })
    if (provider) payments.set(name, provider)
  }
  return { payments, sandbox }
}
