import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto'
import { createServiceUrlSchema, createTextSchema } from '../../../../lib/read-config.ts'
import { createFileSchema, createFilesSchema, readKeyFile } from '../../key-files.ts'
import { hasRequired, requireTogether, type SettingValues } from '../../require-settings.ts'

const NumberSchema = createTextSchema(/^\d{16}$/, 'expected a number with 16 digits')

const readText = (content: Buffer): string => content.toString('utf8').trim()

/** Alipay's tools write keys as base64 without PEM headers. */
const toDer = (content: string): Buffer | null =>
  /^[\w+/=\s]+$/.test(content) ? Buffer.from(content, 'base64') : null

function parsePrivateKey(file: Buffer): string {
  const content = readText(file)
  const der = toDer(content)
  const formats = ['pkcs8', 'pkcs1'] as const
  const keys =
    der === null ? [content] : formats.map((type) => ({ key: der, type, format: 'der' }) as const)
  for (const key of keys) {
    try {
      return createPrivateKey(key).export({ type: 'pkcs8', format: 'pem' }).toString()
    } catch {
      // Try the other format.
    }
  }
  throw new Error('not a private key')
}

/** A public key of Alipay, or the certificate that contains it. */
export type AlipayKey = { kind: 'key'; pem: string } | { kind: 'certificate'; pem: string }

function parsePublicKey(file: Buffer): AlipayKey {
  const content = readText(file)
  if (content.includes('CERTIFICATE')) {
    return { kind: 'certificate', pem: new X509Certificate(content).toString() }
  }
  const der = toDer(content)
  const key = createPublicKey(der === null ? content : { key: der, type: 'spki', format: 'der' })
  return { kind: 'key', pem: key.export({ type: 'spki', format: 'pem' }).toString() }
}

function parseCertificate(file: Buffer): string {
  const content = readText(file)
  // Not parsed: the root certificate is a chain that includes algorithms not supported by Node.
  if (!content.startsWith('-----BEGIN CERTIFICATE-----')) throw new Error('not a certificate')
  return content
}

/** Environment variables of Alipay. `ALIPAY_REQUIRED` lists those required with `PAYMENT_PROVIDER=alipay`. */
export const ALIPAY_SETTINGS = {
  ALIPAY_APP: NumberSchema,
  ALIPAY_SELLER: NumberSchema,
  ALIPAY_PRIVATE_KEY: createFileSchema(
    parsePrivateKey,
    'expected the file of the private key of the app',
  ),
  ALIPAY_PUBLIC_KEYS: createFilesSchema(
    (file) => readKeyFile(file, parsePublicKey),
    "expected files of Alipay's public key or certificate",
  ),
  ALIPAY_APP_CERTIFICATE: createFileSchema(
    parseCertificate,
    'expected a file like appCertPublicKey_2021….crt',
  ),
  ALIPAY_ROOT_CERTIFICATE: createFileSchema(
    parseCertificate,
    'expected a file like alipayRootCert.crt',
  ),
  ALIPAY_URL: createServiceUrlSchema('https://openapi.alipay.com'),
}

type Variables = SettingValues<typeof ALIPAY_SETTINGS>

/** Required variables and their error messages. */
export const ALIPAY_REQUIRED = {
  ALIPAY_APP: 'expected the APPID of the app on the open platform of Alipay',
  ALIPAY_SELLER: 'expected the seller id, which begins with 2088',
  ALIPAY_PRIVATE_KEY: 'expected the file of the private key of the app',
  ALIPAY_PUBLIC_KEYS: "expected the file of Alipay's public key or certificate",
  SITE_URL: 'expected the public address of the site, which Alipay notifies',
} as const

/** Requires both certificates if one of them is set. */
export const ALIPAY_CERTIFICATES_RULE = requireTogether({
  ALIPAY_APP_CERTIFICATE: 'expected the certificate of the app with ALIPAY_ROOT_CERTIFICATE',
  ALIPAY_ROOT_CERTIFICATE: "expected Alipay's root certificate with ALIPAY_APP_CERTIFICATE",
})

/** Whether Alipay's keys match the mode: with an app certificate they must be certificates, too. */
export const fitsAlipayMode = ({
  ALIPAY_APP_CERTIFICATE: certificate,
  ALIPAY_PUBLIC_KEYS: keys = [],
}: Pick<Variables, 'ALIPAY_APP_CERTIFICATE' | 'ALIPAY_PUBLIC_KEYS'>): boolean =>
  certificate === undefined || keys.every(({ kind }) => kind === 'certificate')

/** Reads the configuration of Alipay; null when a required variable is missing. */
export function readAlipay(values: Variables) {
  if (!hasRequired(values, ALIPAY_REQUIRED)) return null
  const { ALIPAY_APP_CERTIFICATE: app, ALIPAY_ROOT_CERTIFICATE: root } = values
  return {
    appId: values.ALIPAY_APP,
    sellerId: values.ALIPAY_SELLER,
    privateKey: values.ALIPAY_PRIVATE_KEY,
    /** Keys of Alipay; several during a key rotation, the current one last. */
    publicKeys: values.ALIPAY_PUBLIC_KEYS,
    /** PEM; null in public key mode. */
    certificates: app !== undefined && root !== undefined ? { app, root } : null,
    url: values.ALIPAY_URL,
    /** Receives notifications. */
    siteUrl: new URL(values.SITE_URL).origin,
  }
}
/** A seller's app at Alipay. */
export type AlipayConfig = NonNullable<ReturnType<typeof readAlipay>>
