import * as v from 'valibot'
import { createServiceUrlSchema, createTextSchema } from '../../../../lib/read-config.ts'
import { hasRequired } from '../../require-settings.ts'

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
  STRIPE_SECRET_KEY: v.optional(
    createTextSchema(/^[sr]k_(live|test)_\w{10,}$/, 'expected a key like sk_live_… or rk_live_…'),
  ),
  STRIPE_WEBHOOK_SECRET: v.optional(WebhookSecretsSchema),
  STRIPE_URL: createServiceUrlSchema('https://api.stripe.com'),
}

/** Required variables and their error messages. */
export const STRIPE_REQUIRED = {
  STRIPE_SECRET_KEY: 'expected the secret or restricted key of the Stripe account',
  STRIPE_WEBHOOK_SECRET: 'expected the signing secret of the webhook endpoint',
} as const

const StripeVariablesSchema = v.object(STRIPE_SETTINGS)

/** A Stripe account. */
export interface StripeConfig {
  secretKey: string
  /** Signing secrets of the webhook endpoint; several during a key rotation. */
  webhookSecrets: readonly string[]
  /** Base URL of the API. */
  url: string
}

/** Reads the configuration of Stripe; null when a required variable is missing. */
export function readStripe(
  values: v.InferOutput<typeof StripeVariablesSchema>,
): StripeConfig | null {
  if (!hasRequired(values, STRIPE_REQUIRED)) return null
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecrets } = values
  return { secretKey, webhookSecrets, url: values.STRIPE_URL }
}
