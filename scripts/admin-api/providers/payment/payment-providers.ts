import type { Database } from '../../db/open.ts'
import type { Secrets } from '../../security/secrets.ts'
import type { PaymentProvider } from './payment.ts'
import { createSandbox, type Sandbox } from './sandbox/sandbox.ts'

interface Context {
  db: Database
  secrets: Secrets
  dataDir: string
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
} satisfies Record<string, Entry>

export type PaymentProviderName = keyof typeof PAYMENT_PROVIDERS

export const isPaymentProvider = (name: string): name is PaymentProviderName =>
  Object.hasOwn(PAYMENT_PROVIDERS, name)
