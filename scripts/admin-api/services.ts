import type { Config } from './config.ts'
import type { Payments } from './providers/payment/payment-providers.ts'

/**
 * Services available to members with the configured providers: logging in, for which codes must be sent, and
 * paying for orders.
 */
export function readServices(
  { messenger }: Pick<Config, 'messenger'>,
  payments: Payments['payments'],
) {
  const canLogIn = messenger.provider !== 'none'
  return { canLogIn, canBuyOnline: canLogIn && payments.size > 0 }
}
export type Services = ReturnType<typeof readServices>
