import * as v from 'valibot'
import { createUrlSchema } from '../../../../lib/read-config.ts'

const DEFAULT_URL = 'https://api.stripe.com'

const WebhookSecretsSchema = v.pipe(
  v.string(),
  v.transform((text) => text.split(/\s+/).filter(Boolean)),
  v.check(
    (secrets) => secrets.length > 0 && secrets.every((secret) => /^whsec_\w{16,}$/.test(secret)),
    'expected whsec_…, several of them separated by spaces',
  ),
)

/** Variables of Stripe. The keys are needed when `PAYMENT_PROVIDER` lists `stripe`. */
export const STRIPE_SETTINGS = {
  STRIPE_SECRET_KEY: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[sr]k_(live|test)_\w{10,}$/, 'expected a key like sk_live_… or rk_live_…'),
    ),
  ),
  STRIPE_WEBHOOK_SECRET: v.optional(WebhookSecretsSchema),
  STRIPE_URL: v.optional(createUrlSchema('https://api.stripe.com'), DEFAULT_URL),
}

/** What `stripe` in `PAYMENT_PROVIDER` needs. */
export const STRIPE_REQUIRED = {
  STRIPE_SECRET_KEY: 'expected the secret or restricted key of the Stripe account',
  STRIPE_WEBHOOK_SECRET: 'expected the signing secret of the webhook endpoint',
} as const

const StripeVariablesSchema = v.object(STRIPE_SETTINGS)

/** An account of Stripe. */
export interface StripeConfig {
  secretKey: string
  /** Signing secrets of the webhook endpoint; during a rotation the old and the new one. */
  webhookSecrets: readonly string[]
  /** Base address of the API. */
  url: string
}

/** The account of the variables; null when one of them is missing. */
export function readStripe(values: v.InferOutput<typeof StripeVariablesSchema>) {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecrets,
    STRIPE_URL: url,
  } = values
  if (secretKey === undefined || webhookSecrets === undefined) return null
  return { secretKey, webhookSecrets, url } satisfies StripeConfig
}
