import type { Database } from '../../db/open.ts'
import type { Secrets } from '../../security/secrets.ts'
import type { PaymentProvider } from './payment.ts'
import { createSandbox, type Sandbox } from './sandbox/sandbox.ts'
import type { WechatPayConfig } from './wechat/settings.ts'
import { createWechatPay } from './wechat/wechat-pay.ts'

interface Context {
  db: Database
  secrets: Secrets
  dataDir: string
  wechatPay: WechatPayConfig | null
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
  create: (context: Context) => Payments
}

/** The values of the setting PAYMENT_PROVIDER. To add one: `docs/how-to/add-a-payment-provider.md`. */
export const PAYMENT_PROVIDERS = {
  none: { isForProduction: true, create: () => ({ payments: new Map(), sandbox: null }) },
  sandbox: {
    isForProduction: false,
    create({ db, secrets, dataDir }) {
      const sandbox = createSandbox(db, secrets, dataDir)
      return { payments: new Map([['sandbox', sandbox.provider]]), sandbox }
    },
  },
  wechat: {
    isForProduction: true,
    create({ wechatPay, now }) {
      if (wechatPay === null) throw new Error('WeChat Pay is not configured')
      return { payments: new Map([['wechat', createWechatPay(wechatPay, now)]]), sandbox: null }
    },
  },
} satisfies Record<string, Entry>

export type PaymentProviderName = keyof typeof PAYMENT_PROVIDERS

export const isPaymentProvider = (name: string): name is PaymentProviderName =>
  Object.hasOwn(PAYMENT_PROVIDERS, name)
