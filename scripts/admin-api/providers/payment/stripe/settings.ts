import * as v from 'valibot'
import { createServiceUrlSchema, createTextSchema } from '../../../../lib/read-config.ts'
import { hasRequired, type SettingValues } from '../../require-settings.ts'

const WebhookSecretsSchema = v.pipe(
  v.string(),
  v.transform((text) => text.split(/\s+/).filter(Boolean)),
  v.check(
    (secrets) => secrets.length > 0 && secrets.every((secret) => /^whsec_\w{16,}$/.test(secret)),
    'expected whsec_…, several of them separated by spaces',
  ),
)

/** Environment variables of Stripe. Key and secret are required with `PAYMENT_PROVIDER=stripe`. */
export const STRIPE_SETTINGS = {
  STRIPE_SECRET_KEY: createTextSchema(
    /^[sr]k_(live|test)_\w{10,}$/,
    'expected a key like sk_live_… or rk_live_…',
  ),
  STRIPE_WEBHOOK_SECRET: v.optional(WebhookSecretsSchema),
  STRIPE_URL: createServiceUrlSchema('https://api.stripe.com'),
}

/** Required variables and their error messages. */
export const STRIPE_REQUIRED = {
  STRIPE_SECRET_KEY: 'expected the secret or restricted key of the Stripe account',
  STRIPE_WEBHOOK_SECRET: 'expected the signing secret of the webhook endpoint',
} as const

/** Reads the configuration of Stripe; null when a required variable is missing. */
export function readStripe(values: SettingValues<typeof STRIPE_SETTINGS>) {
  if (!hasRequired(values, STRIPE_REQUIRED)) return null
  return {
    secretKey: values.STRIPE_SECRET_KEY,
    /** Signing secrets of the webhook endpoint; several during a key rotation. */
    webhookSecrets: values.STRIPE_WEBHOOK_SECRET,
    url: values.STRIPE_URL,
  }
}
/** A Stripe account. */
export type StripeConfig = NonNullable<ReturnType<typeof readStripe>>
