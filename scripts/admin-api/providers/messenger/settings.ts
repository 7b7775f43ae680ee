import * as v from 'valibot'
import {
  createServiceUrlSchema,
  createTextSchema,
  createUrlSchema,
} from '../../../lib/read-config.ts'
import { hasRequired, requireListed, type SettingValues } from '../require-settings.ts'
import { createTemplatesSchema, hasCodeParameter } from './templates.ts'

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
const createKeySchema = (message: string) => createTextSchema(/^\S{1,200}$/, message)

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
  ALIYUN_KEY_ID: createKeySchema('expected an AccessKey ID'),
  ALIYUN_KEY_SECRET: createKeySchema('expected an AccessKey secret'),
  ALIYUN_SMS_SIGN: SignSchema,
  ALIYUN_SMS_TEMPLATES: v.optional(createTemplatesSchema('code.zh-cn=SMS_154950909')),
  ALIYUN_SMS_URL: createServiceUrlSchema('https://dysmsapi.aliyuncs.com'),
  TENCENT_SECRET_ID: createKeySchema('expected a SecretId'),
  TENCENT_SECRET_KEY: createKeySchema('expected a SecretKey'),
  TENCENT_SMS_APP: createTextSchema(/^\d{6,12}$/, 'expected an SdkAppId'),
  TENCENT_SMS_SIGN: SignSchema,
  TENCENT_SMS_TEMPLATES: v.optional(
    v.pipe(
      createTemplatesSchema('code.zh-cn=1234567:code'),
      v.everyItem(
        hasCodeParameter,
        'expected the parameter code after the template id, such as code.zh-cn=1234567:code',
      ),
      v.everyItem(({ id }) => /^\d+$/.test(id), 'expected template ids of digits'),
    ),
  ),
  TENCENT_SMS_REGION: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z]+-[a-z]+$/, 'expected a region like ap-guangzhou')),
    'ap-guangzhou',
  ),
  TENCENT_SMS_URL: createServiceUrlSchema('https://sms.tencentcloudapi.com'),
  TWILIO_ACCOUNT: createTextSchema(/^AC[0-9a-f]{32}$/, 'expected an Account SID like AC…'),
  TWILIO_TOKEN: createTextSchema(/^[0-9a-f]{32}$/, 'expected the 32 characters of the auth token'),
  TWILIO_FROM: createTextSchema(
    /^(\+[1-9]\d{6,14}|MG[0-9a-f]{32})$/,
    'expected a number like +1… or a service MG…',
  ),
  TWILIO_URL: createServiceUrlSchema('https://api.twilio.com'),
}

/** Variables that the gateways require. */
export const MESSENGER_RULES = Object.entries(GATEWAYS).map(([name, required]) =>
  requireListed('MESSENGER', name, required),
)

type Variables = SettingValues<typeof MESSENGER_SETTINGS>

/** Read the configuration of each gateway; null when a required variable is missing. */
const READERS = {
  aliyun: (values: Variables) =>
    hasRequired(values, ALIYUN)
      ? ({
          name: 'aliyun',
          keyId: values.ALIYUN_KEY_ID,
          keySecret: values.ALIYUN_KEY_SECRET,
          signName: values.ALIYUN_SMS_SIGN,
          templates: values.ALIYUN_SMS_TEMPLATES,
          url: values.ALIYUN_SMS_URL,
        } as const)
      : null,
  tencent: (values: Variables) =>
    hasRequired(values, TENCENT)
      ? ({
          name: 'tencent',
          secretId: values.TENCENT_SECRET_ID,
          secretKey: values.TENCENT_SECRET_KEY,
          app: values.TENCENT_SMS_APP,
          signName: values.TENCENT_SMS_SIGN,
          templates: values.TENCENT_SMS_TEMPLATES,
          region: values.TENCENT_SMS_REGION,
          url: values.TENCENT_SMS_URL,
        } as const)
      : null,
  twilio: (values: Variables) =>
    hasRequired(values, TWILIO)
      ? ({
          name: 'twilio',
          account: values.TWILIO_ACCOUNT,
          token: values.TWILIO_TOKEN,
          from: values.TWILIO_FROM,
          url: values.TWILIO_URL,
          /** Receives delivery receipts. */
          siteUrl: new URL(values.SITE_URL).origin,
        } as const)
      : null,
  http: (values: Variables) =>
    hasRequired(values, HTTP)
      ? ({ name: 'http', url: values.MESSENGER_URL, secret: values.MESSENGER_SECRET } as const)
      : null,
}

/** The configuration of a gateway. */
export type GatewayConfig<Name extends GatewayName = GatewayName> = NonNullable<
  ReturnType<(typeof READERS)[Name]>
>

/**
 * How messages are sent: to the outbox page of a test installation, by gateways, or not at all, so that members
 * cannot log in.
 */
export type MessengerConfig =
  | { provider: NoGateway }
  | { provider: 'gateways'; gateways: readonly GatewayConfig[] }

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
