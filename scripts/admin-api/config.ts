import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { DATABASE_SETTINGS, readDatabaseAddress } from '../lib/db/address.ts'
import {
  createCountSchema,
  createUrlSchema,
  LogLevelSchema,
  METRICS_SETTINGS,
  PortSchema,
  readConfig,
  type Environment,
} from '../lib/read-config.ts'
import {
  MESSENGER_RULES,
  MESSENGER_SETTINGS,
  readMessenger,
} from './providers/messenger/settings.ts'
import { ALIPAY_CERTIFICATES_RULE, fitsAlipayMode } from './providers/payment/alipay/settings.ts'
import {
  parsePaymentProviders,
  PAYMENT_PROVIDERS,
  PAYMENT_RULES,
  PAYMENT_SETTINGS,
  readPaymentConfigs,
  type PaymentProviderName,
} from './providers/payment/payment-providers.ts'
import { getDatabaseFile } from './db/database-file.ts'
import { MAIL_RULE, MAIL_SETTINGS, readMail } from './providers/mail/settings.ts'
import { requireSettings, type RequiredSettings } from './providers/require-settings.ts'
import { parseScanner, type ScannerConfig } from './providers/scanner.ts'
import { readSignIn, SIGN_IN_RULES, SIGN_IN_SETTINGS } from './providers/sign-in/settings.ts'
import {
  readWechatApps,
  WECHAT_OAUTH_RULES,
  WECHAT_OAUTH_SETTINGS,
} from './providers/wechat/settings.ts'
import { StorageUrlSchema } from '../lib/file-store/storage-address.ts'

const PAYMENT_NAMES = Object.keys(PAYMENT_PROVIDERS).filter((name) => name !== 'none')

const oneOf = <const T extends readonly string[]>(options: T) =>
  v.picklist(options, `expected one of ${options.join(', ')}`)
const UrlSchema = createUrlSchema('https://example.org')
const SecretSchema = v.pipe(v.string(), v.minLength(32, 'expected at least 32 characters'))
const ProxiesSchema = createCountSchema('proxies', 0, 9)

const ScannerSchema = v.pipe(
  v.string(),
  v.transform(parseScanner),
  v.custom<ScannerConfig>(
    (config) => config !== undefined,
    'expected none, clamd://host:port or clamd:///path/of/its.socket',
  ),
)

const PROJECT = fileURLToPath(new URL('../..', import.meta.url))
/** The same folder as in `src/content/build-settings.ts`, independent of the working directory. */
const DEFAULT_CACHE = join(PROJECT, 'node_modules/.cache/entracte')

/** Environment variables of the embedded admin API. */
const AdminApiSettingsSchema = v.object({
  ADMIN_API_PORT: v.optional(PortSchema, '4330'),
  ADMIN_API_HOST: v.optional(v.string(), '127.0.0.1'),
  ADMIN_API_TRUSTED_PROXIES: v.optional(ProxiesSchema),
  TRUSTED_PROXIES: v.optional(ProxiesSchema, '0'),
  DATA_DIR: v.optional(v.string(), '.data'),
  BUILD_CACHE_DIR: v.optional(v.string()),
  ...DATABASE_SETTINGS,
  ...METRICS_SETTINGS,
  LOG_LEVEL: v.optional(LogLevelSchema, 'info'),
  NODE_ENV: v.optional(oneOf(['development', 'test', 'production']), 'development'),
  SITE_URL: v.optional(UrlSchema),
  APP_SECRET: v.optional(SecretSchema),
  AUTH_MODE: v.optional(oneOf(['bound', 'bearer']), 'bound'),
  ...MESSENGER_SETTINGS,
  ...MAIL_SETTINGS,
  SMS_PER_HOUR: v.optional(createCountSchema('codes', 1, 999_999), '500'),
  LOGIN_CHALLENGE: v.optional(oneOf(['proof-of-work', 'none']), 'proof-of-work'),
  API_DOCS: v.optional(oneOf(['on', 'off'])),
  PAYMENT_PROVIDER: v.optional(
    v.pipe(
      v.string(),
      v.transform(parsePaymentProviders),
      v.custom<PaymentProviderName[]>(
        (names) => names !== null,
        `expected none, or names of ${PAYMENT_NAMES.join(', ')} separated by commas`,
      ),
    ),
  ),
  ...PAYMENT_SETTINGS,
  ...WECHAT_OAUTH_SETTINGS,
  STORAGE_URL: v.optional(StorageUrlSchema),
  UPLOAD_SCANNER: v.optional(ScannerSchema, 'none'),
  ...SIGN_IN_SETTINGS,
  CONTENT_DIR: v.optional(v.string()),
  CONTENT_WEBHOOK_URL: v.optional(UrlSchema),
  CONTENT_WEBHOOK_SECRET: v.optional(v.string()),
})

const SHARED = 'expected the same for all processes that share DATABASE_URL and STORAGE_URL'
/** Each process would generate its own secrets: tickets and links of one would be invalid on the others. */
const SHARED_SECRETS_RULE: RequiredSettings = {
  isUsed: (read) =>
    read('NODE_ENV') === 'production' &&
    read('DATABASE_URL') !== undefined &&
    read('STORAGE_URL') !== undefined,
  required: { APP_SECRET: SHARED, CONTENT_WEBHOOK_SECRET: SHARED },
}

/**
 * The configuration of the embedded admin API, parsed from environment variables. Checks between variables run even
 * if other variables are invalid, so one report lists all errors.
 */
export const AdminApiConfigSchema = v.pipe(
  AdminApiSettingsSchema,
  requireSettings([
    ...MESSENGER_RULES,
    ...PAYMENT_RULES,
    ...WECHAT_OAUTH_RULES,
    ...SIGN_IN_RULES,
    ALIPAY_CERTIFICATES_RULE,
    MAIL_RULE,
    SHARED_SECRETS_RULE,
  ]),
  v.forward(
    v.partialCheck(
      [['ALIPAY_APP_CERTIFICATE'], ['ALIPAY_PUBLIC_KEYS']],
      fitsAlipayMode,
      'expected certificates of Alipay with ALIPAY_APP_CERTIFICATE',
    ),
    ['ALIPAY_PUBLIC_KEYS'],
  ),
  v.forward(
    v.partialCheck(
      [['NODE_ENV'], ['MESSENGER']],
      ({ NODE_ENV, MESSENGER }) =>
        NODE_ENV !== 'production' || !MESSENGER?.some((name) => name === 'outbox'),
      'expected gateways or none in production, as the outbox shows codes to everyone',
    ),
    ['MESSENGER'],
  ),
  v.forward(
    v.partialCheck(
      [['NODE_ENV'], ['PAYMENT_PROVIDER']],
      ({ NODE_ENV, PAYMENT_PROVIDER }) =>
        NODE_ENV !== 'production' || !PAYMENT_PROVIDER?.includes('sandbox'),
      'expected no sandbox in production, as it accepts no real payments',
    ),
    ['PAYMENT_PROVIDER'],
  ),
  v.transform((values) => ({
    port: values.ADMIN_API_PORT,
    host: values.ADMIN_API_HOST,
    /** Number of trusted proxies in front: the site itself, and those before it. */
    trustedProxies: values.ADMIN_API_TRUSTED_PROXIES ?? 1 + values.TRUSTED_PROXIES,
    dataDir: values.DATA_DIR,
    /** Resized pictures are cached outside the data folder and survive its deletion. */
    mediaCacheDir: join(values.BUILD_CACHE_DIR ?? DEFAULT_CACHE, 'media'),
    database: readDatabaseAddress(values, getDatabaseFile(values.DATA_DIR)),
    metrics: { port: values.METRICS_PORT, host: values.METRICS_HOST },
    logLevel: values.LOG_LEVEL,
    mode: values.NODE_ENV,
    /** Public URL of the site; undefined in development. */
    siteUrl: values.SITE_URL,
    /** Root of all keys; undefined: generated at the first start. */
    secret: values.APP_SECRET,
    authMode: values.AUTH_MODE,
    messenger: readMessenger(values, values.NODE_ENV === 'production' ? 'none' : 'outbox'),
    mail: readMail(values),
    /** Maximum of codes sent per hour in total, which limits the costs. */
    smsPerHour: values.SMS_PER_HOUR,
    /** Challenge for unknown browsers that request many codes. */
    loginChallenge: values.LOGIN_CHALLENGE,
    /** Whether `/docs` and `/openapi.json` are served. */
    hasApiDocs: (values.API_DOCS ?? (values.NODE_ENV === 'production' ? 'off' : 'on')) === 'on',
    paymentProviders:
      values.PAYMENT_PROVIDER ?? (values.NODE_ENV === 'production' ? ['none'] : ['sandbox']),
    ...readPaymentConfigs(values),
    ...readWechatApps(values),
    /** Malware scanner for uploads. */
    scanner: values.UPLOAD_SCANNER,
    /** S3 storage of members' files; undefined for the data folder. */
    storage: values.STORAGE_URL,
    /** Sign-in providers. */
    signIn: readSignIn(values),
    /** A content folder that is watched and imported on every save; undefined for none. */
    contentDir: values.CONTENT_DIR,
    /** Webhook URL for content changes; undefined when only this process is notified, if any. */
    contentWebhookUrl: values.CONTENT_WEBHOOK_URL,
    /** In the format of `lib/webhook-secret.ts`; undefined: generated at the first start. */
    contentWebhookSecret: values.CONTENT_WEBHOOK_SECRET,
  })),
)
export type Config = v.InferOutput<typeof AdminApiConfigSchema>

/** Reads the configuration of the embedded admin API. @throws ConfigError listing all invalid variables */
export function readAdminApiConfig(environment?: Environment): Config {
  return readConfig(AdminApiConfigSchema, environment)
}
