import type { Config } from '../config.ts'
import type { Database } from '../db/open.ts'
import type { PaymentProvider } from '../providers/payment/payment.ts'
import { createPayments } from '../providers/payment/payment-providers.ts'
import { createSecrets, loadSecret } from '../security/secrets.ts'

/** Opens the configured payment providers, by name. */
export async function openPayments(
  config: Config,
  db: Database,
  now: () => number,
): Promise<ReadonlyMap<string, PaymentProvider>> {
  const secrets = createSecrets(loadSecret(config.dataDir, config.secret))
  const context = { ...config, db, secrets, now }
  const { payments } = await createPayments(config.paymentProviders, context)
  return payments
}
