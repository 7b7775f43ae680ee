import * as v from 'valibot'
import {
  createServiceUrlSchema,
  createTextSchema,
  createUrlSchema,
} from '../../../lib/read-config.ts'
import { hasRequired, requireListed } from '../require-settings.ts'
import type { AliyunConfig } from './aliyun.ts'
import type { HttpGatewayConfig } from './http.ts'
import { createTemplatesSchema, hasCodeParameter } from './templates.ts'
import type { TencentConfig } from './tencent.ts'
import type { TwilioConfig } from './twilio.ts'

const HTTP = {
  MESSENGER_URL: 'expected the address of the gateway',
  MESSENGER_SECRET: 'expected the key shared with the gateway',
}
const ALIYUN = {
  ALIYUN_KEY_ID: 'expected the AccessKey ID of a user with permission to send SMS',
  ALIYUN_KEY_SECRET: 'expected the secret of ALIYUN_KEY_ID',
  ALIYUN_SMS_SIGN: 'expected the approved signature of messages',
  ALIYUN_SMS_TEMPLATES: 'expected approved templates, such as code.zh-cn=SMS_154950909',
}
const TENCENT = {
  TENCENT_SECRET_ID: 'expected the SecretId of a user with permission to send SMS',
  TENCENT_SECRET_KEY: 'expected the key of TENCENT_SECRET_ID',
  TENCENT_SMS_APP: 'expected the SdkAppId of the SMS application',
  TENCENT_SMS_SIGN: 'expected the approved signature of messages',
  TENCENT_SMS_TEMPLATES: 'expected approved templates, such as code.zh-cn=1234567:code',
}
const TWILIO = {
  TWILIO_ACCOUNT: 'expected the Account SID of Twilio',
  TWILIO_TOKEN: 'expected the auth token of TWILIO_ACCOUNT',
  TWILIO_FROM: 'expected the number or messaging service that sends messages',
  SITE_URL: 'expected the public address of the site, which receives delivery receipts',
}
/** Variables that each gateway requires, with error messages. */
const GATEWAYS = { aliyun: ALIYUN, tencent: TENCENT, twilio: TWILIO, http: HTTP }
type GatewayName = keyof typeof GATEWAYS
const NO_GATEWAY = ['outbox', 'none'] as const
type NoGateway = (typeof NO_GATEWAY)[number]

const isGateway = (name: string): name is GatewayName => Object.hasOwn(GATEWAYS, name)

/** Parses a list such as `aliyun,tencent,twilio`, or `outbox` or `none`; null for anything else. */
function parseMessenger(text: string): GatewayName[] | [NoGateway] | null {
  const single = NO_GATEWAY.find((name) => name === text.trim())
  if (single !== undefined) return [single]
  const names = text.split(',').map((name) => name.trim())
  return names.every(isGateway) && new Set(names).size === names.length ? names : null
}

const SignSchema = createTextSchema(
  /^[^【】\s]{1,20}$/,
  'expected at most 20 characters without spaces or brackets',
)
const TextSchema = (message: string) => createTextSchema(/^\S{1,200}$/, message)

/** Environment variables of messages by SMS. */
export const MESSENGER_SETTINGS = {
  MESSENGER: v.optional(
    v.pipe(
      v.string(),
      v.transform(parseMessenger),
      v.custom<GatewayName[] | [NoGateway]>(
        (names) => names !== null,
        `expected outbox, none, or names of ${Object.keys(GATEWAYS).join(', ')} separated by commas`,
      ),
    ),
  ),
  MESSENGER_URL: v.optional(createUrlSchema('https://example.org')),
  MESSENGER_SECRET: v.optional(
    v.pipe(v.string(), v.minLength(32, 'expected at least 32 characters')),
  ),
  ALIYUN_KEY_ID: v.optional(TextSchema('expected an AccessKey ID')),
  ALIYUN_KEY_SECRET: v.optional(TextSchema('expected an AccessKey secret')),
  ALIYUN_SMS_SIGN: v.optional(SignSchema),
  ALIYUN_SMS_TEMPLATES: v.optional(createTemplatesSchema('code.zh-cn=SMS_154950909')),
  ALIYUN_SMS_URL: createServiceUrlSchema('https://dysmsapi.aliyuncs.com'),
  TENCENT_SECRET_ID: v.optional(TextSchema('expected a SecretId')),
  TENCENT_SECRET_KEY: v.optional(TextSchema('expected a SecretKey')),
  TENCENT_SMS_APP: v.optional(createTextSchema(/^\d{6,12}$/, 'expected an SdkAppId')),
  TENCENT_SMS_SIGN: v.optional(SignSchema),
  TENCENT_SMS_TEMPLATES: v.optional(
    v.pipe(
      createTemplatesSchema('code.zh-cn=1234567:code'),
      v.everyItem(
        hasCodeParameter,
        'expected the parameter code after the template id, such as code.zh-cn=1234567:code',
      ),
    ),
  ),
  TENCENT_SMS_REGION: v.optional(
    createTextSchema(/^[a-z]+-[a-z]+$/, 'expected a region like ap-guangzhou'),
    'ap-guangzhou',
  ),
  TENCENT_SMS_URL: createServiceUrlSchema('https://sms.tencentcloudapi.com'),
  TWILIO_ACCOUNT: v.optional(
    createTextSchema(/^AC[0-9a-f]{32}$/, 'expected an Account SID like AC…'),
  ),
  TWILIO_TOKEN: v.optional(
    createTextSchema(/^[0-9a-f]{32}$/, 'expected the 32 characters of the auth token'),
  ),
  TWILIO_FROM: v.optional(
    createTextSchema(
      /^(\+[1-9]\d{6,14}|MG[0-9a-f]{32})$/,
      'expected a number like +1… or a service MG…',
    ),
  ),
  TWILIO_URL: createServiceUrlSchema('https://api.twilio.com'),
}

/** Variables that the gateways require. */
export const MESSENGER_RULES = Object.entries(GATEWAYS).map(([name, required]) =>
  requireListed('MESSENGER', name, required),
)

export type GatewayConfig = AliyunConfig | TencentConfig | TwilioConfig | HttpGatewayConfig

/**
 * How messages are sent: to the outbox page of a test installation, by gateways, or not at all, so that members
 * cannot log in.
 */
export type MessengerConfig =
  | { provider: 'outbox' }
  | { provider: 'none' }
  | { provider: 'gateways'; gateways: readonly GatewayConfig[] }

const VariablesSchema = v.object(MESSENGER_SETTINGS)
type Variables = v.InferOutput<typeof VariablesSchema> & { SITE_URL?: string | undefined }

function readAliyun(values: Variables): AliyunConfig | null {
  if (!hasRequired(values, ALIYUN)) return null
  const {
    ALIYUN_KEY_ID: keyId,
    ALIYUN_KEY_SECRET: keySecret,
    ALIYUN_SMS_SIGN: signName,
    ALIYUN_SMS_TEMPLATES: templates,
    ALIYUN_SMS_URL: url,
  } = values
  return { name: 'aliyun', keyId, keySecret, signName, templates, url }
}

function readTencent(values: Variables): TencentConfig | null {
  if (!hasRequired(values, TENCENT)) return null
  const {
    TENCENT_SECRET_ID: secretId,
    TENCENT_SECRET_KEY: secretKey,
    TENCENT_SMS_APP: app,
    TENCENT_SMS_SIGN: signName,
    TENCENT_SMS_TEMPLATES: templates,
    TENCENT_SMS_REGION: region,
    TENCENT_SMS_URL: url,
  } = values
  return { name: 'tencent', secretId, secretKey, app, signName, templates, region, url }
}

function readTwilio(values: Variables): TwilioConfig | null {
  if (!hasRequired(values, TWILIO)) return null
  const { TWILIO_ACCOUNT: account, TWILIO_TOKEN: token, TWILIO_FROM: from } = values
  const { TWILIO_URL: url, SITE_URL: siteUrl } = values
  return { name: 'twilio', account, token, from, url, siteUrl: new URL(siteUrl).origin }
}

function readHttpGateway(values: Variables): HttpGatewayConfig | null {
  if (!hasRequired(values, HTTP)) return null
  return { name: 'http', url: values.MESSENGER_URL, secret: values.MESSENGER_SECRET }
}

const READERS = {
  aliyun: readAliyun,
  tencent: readTencent,
  twilio: readTwilio,
  http: readHttpGateway,
} satisfies Record<GatewayName, (values: Variables) => GatewayConfig | null>

/** Reads the configuration of the messenger. @param fallback used when MESSENGER is not set */
export function readMessenger(values: Variables, fallback: NoGateway): MessengerConfig {
  const names: readonly (GatewayName | NoGateway)[] = values.MESSENGER ?? [fallback]
  const gateways = names.filter(isGateway)
  if (gateways.length === 0) return { provider: names.includes('outbox') ? 'outbox' : 'none' }
  return {
    provider: 'gateways',
    gateways: gateways.map((name) => READERS[name](values)).filter((config) => config !== null),
  }
}
