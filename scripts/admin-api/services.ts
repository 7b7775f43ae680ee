import type { Config } from './config.ts'
import type { Payments } from './providers/payment/payment-providers.ts'

/** Services available to members with the configured providers. */
export interface Services {
  /** Codes can be sent, so members can log in. */
  canLogIn: boolean
  /** Members can log in and a payment provider is configured, so orders can be paid. */
  canBuyOnline: boolean
}

export function readServices(
  { messenger }: Pick<Config, 'messenger'>,
  payments: Payments['payments'],
): Services {
  const canLogIn = messenger.provider !== 'none'
  return { canLogIn, canBuyOnline: canLogIn && payments.size > 0 }
}
