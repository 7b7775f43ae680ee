import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import * as v from 'valibot'
import { createTextSchema, createUrlSchema } from '../../../../lib/read-config.ts'
import { createFileSchema, createFilesSchema, readKeyFile } from '../../key-files.ts'
import { hasRequired, type SettingValues } from '../../require-settings.ts'
import type { ProviderKey } from './webhook.ts'

/** The API of mainland China. */
const DEFAULT_URL = 'https://api.mch.weixin.qq.com'

const PrivateKeySchema = createFileSchema(
  (pem): KeyObject => createPrivateKey(pem),
  'expected the file of a private key, such as apiclient_key.pem',
)

/** Reads an entry such as `ID=file`. */
function readPublicKey(entry: string): ProviderKey {
  const { serial, file } = /^(?<serial>\w+)=(?<file>.+)$/.exec(entry)?.groups ?? {}
  if (serial === undefined || file === undefined) throw new Error('no serial number')
  return { serial, publicKey: readKeyFile(file, (pem) => createPublicKey(pem)) }
}

const PublicKeysSchema = createFilesSchema(
  readPublicKey,
  'expected PUB_KEY_ID_…=/path/of/pub_key.pem',
)

/** Environment variables of WeChat Pay v3. All but the URL are required with `PAYMENT_PROVIDER=wechat`. */
export const WECHAT_SETTINGS = {
  WECHAT_PAY_MERCHANT: createTextSchema(/^\d{8,10}$/, 'expected a merchant number'),
  WECHAT_PAY_APP: createTextSchema(/^wx\w{16}$/, 'expected an id like wx8888888888888888'),
  WECHAT_PAY_API_SECRET: v.optional(
    v.pipe(v.string(), v.length(32, 'expected the 32 characters of the APIv3 key')),
  ),
  WECHAT_PAY_CERTIFICATE: createTextSchema(
    /^[0-9A-F]{40}$/,
    'expected the 40 digits of the serial number of the merchant certificate',
  ),
  WECHAT_PAY_PRIVATE_KEY: PrivateKeySchema,
  WECHAT_PAY_PUBLIC_KEYS: PublicKeysSchema,
  WECHAT_PAY_URL: v.optional(createUrlSchema('https://api2.mch.weixin.qq.com'), DEFAULT_URL),
}

/** Required variables and their error messages. */
export const WECHAT_REQUIRED = {
  WECHAT_PAY_MERCHANT: 'expected the merchant number of WeChat Pay',
  WECHAT_PAY_APP: 'expected the id of the app bound to the merchant',
  WECHAT_PAY_API_SECRET: 'expected the APIv3 key of the merchant',
  WECHAT_PAY_CERTIFICATE: 'expected the serial number of the merchant certificate',
  WECHAT_PAY_PRIVATE_KEY: 'expected the file of the private key of the merchant certificate',
  WECHAT_PAY_PUBLIC_KEYS: 'expected PUB_KEY_ID_…=/path/of/pub_key.pem of WeChat Pay',
  SITE_URL: 'expected the public address of the site, which WeChat Pay notifies',
} as const

type Variables = SettingValues<typeof WECHAT_SETTINGS>

/** Reads the configuration of WeChat Pay; null when a required variable is missing. */
export function readWechatPay(values: Variables) {
  if (!hasRequired(values, WECHAT_REQUIRED)) return null
  return {
    mchid: values.WECHAT_PAY_MERCHANT,
    appid: values.WECHAT_PAY_APP,
    apiKey: Buffer.from(values.WECHAT_PAY_API_SECRET),
    /** Serial number of the merchant certificate. */
    serial: values.WECHAT_PAY_CERTIFICATE,
    privateKey: values.WECHAT_PAY_PRIVATE_KEY,
    /** Keys of WeChat Pay; several during a key rotation, the current one last. */
    platformKeys: values.WECHAT_PAY_PUBLIC_KEYS,
    url: values.WECHAT_PAY_URL,
    /** Receives notifications. */
    siteUrl: new URL(values.SITE_URL).origin,
  }
}
/** A merchant of WeChat Pay v3. */
export type WechatPayConfig = NonNullable<ReturnType<typeof readWechatPay>>
