import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto'
import * as v from 'valibot'
import { createUrlSchema } from '../../../../lib/read-config.ts'
import { createFileSchema, createFilesSchema, readKeyFile } from '../../key-files.ts'
import { isAnySet, requireSettings } from '../../require-settings.ts'

const DEFAULT_URL = 'https://openapi.alipay.com'

const NumberSchema = v.pipe(v.string(), v.regex(/^\d{16}$/, 'expected a number of 16 digits'))

const readText = (content: Buffer): string => content.toString('utf8').trim()

/** Alipay's tools write keys as bare base64. */
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
      // The other format.
    }
  }
  throw new Error('no private key')
}

/** A public key of Alipay, or the certificate that holds it. */
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

/** Reads `file file`. */
const readPublicKeys = (text: string): AlipayKey[] =>
  text
    .trim()
    .split(/\s+/)
    .map((file) => readKeyFile(file, parsePublicKey))

function parseCertificate(file: Buffer): string {
  const content = readText(file)
  // The root certificate is a chain, in part of algorithms that Node does not know.
  if (!content.startsWith('-----BEGIN CERTIFICATE-----')) throw new Error('no certificate')
  return content
}

/** Variables of Alipay. All but the certificates and the address are needed when `PAYMENT_PROVIDER` lists `alipay`. */
export const ALIPAY_SETTINGS = {
  ALIPAY_APP: v.optional(NumberSchema),
  ALIPAY_SELLER: v.optional(NumberSchema),
  ALIPAY_PRIVATE_KEY: v.optional(
    createFileSchema(parsePrivateKey, 'expected the file of the private key of the app'),
  ),
  ALIPAY_PUBLIC_KEYS: v.optional(
    createFilesSchema(
      readPublicKeys,
      "expected files of Alipay's public key or certificate, several of them separated by spaces",
    ),
  ),
  ALIPAY_APP_CERTIFICATE: v.optional(
    createFileSchema(parseCertificate, 'expected a file like appCertPublicKey_2021….crt'),
  ),
  ALIPAY_ROOT_CERTIFICATE: v.optional(
    createFileSchema(parseCertificate, 'expected a file like alipayRootCert.crt'),
  ),
  ALIPAY_URL: v.optional(createUrlSchema('https://openapi.alipay.com'), DEFAULT_URL),
}

const AlipayVariablesSchema = v.object(ALIPAY_SETTINGS)
type Variables = v.InferOutput<typeof AlipayVariablesSchema> & { SITE_URL?: string | undefined }

/** What `alipay` in `PAYMENT_PROVIDER` needs. */
export const ALIPAY_REQUIRED = {
  ALIPAY_APP: 'expected the APPID of the app on the open platform of Alipay',
  ALIPAY_SELLER: 'expected the number of the seller, which begins with 2088',
  ALIPAY_PRIVATE_KEY: 'expected the file of the private key of the app',
  ALIPAY_PUBLIC_KEYS: "expected the file of Alipay's public key or certificate",
  SITE_URL: 'expected the public address of the site, which Alipay notifies',
} as const

/** Names what the mode of certificates lacks, once one of them is set. */
export const requireAlipayCertificates = <Input extends object>() =>
  requireSettings<Input>(isAnySet(['ALIPAY_APP_CERTIFICATE', 'ALIPAY_ROOT_CERTIFICATE']), {
    ALIPAY_APP_CERTIFICATE: 'expected the certificate of the app beside the root certificate',
    ALIPAY_ROOT_CERTIFICATE: "expected Alipay's root certificate beside the certificate of the app",
  })

/** Whether Alipay's keys fit the mode: beside a certificate of the app they are certificates, too. */
export const fitsAlipayMode = ({
  ALIPAY_APP_CERTIFICATE: certificate,
  ALIPAY_PUBLIC_KEYS: keys = [],
}: Pick<Variables, 'ALIPAY_APP_CERTIFICATE' | 'ALIPAY_PUBLIC_KEYS'>): boolean =>
  certificate === undefined || keys.every(({ kind }) => kind === 'certificate')

/** An app of a seller at Alipay. */
export interface AlipayConfig {
  appId: string
  sellerId: string
  /** PKCS #8, PEM. */
  privateKey: string
  /** Keys of Alipay; during a rotation the old and the new one, the current one last. */
  publicKeys: readonly AlipayKey[]
  /** PEM; null in the mode of public keys. */
  certificates: { app: string; root: string } | null
  /** Base address of the API. */
  url: string
  /** Origin of the site, which is notified. */
  siteUrl: string
}

/** The app of the variables; null when one of them is missing. */
export function readAlipay(values: Variables): AlipayConfig | null {
  const {
    ALIPAY_APP: appId,
    ALIPAY_SELLER: sellerId,
    ALIPAY_PRIVATE_KEY: privateKey,
    ALIPAY_PUBLIC_KEYS: publicKeys,
    ALIPAY_APP_CERTIFICATE: app,
    ALIPAY_ROOT_CERTIFICATE: root,
    ALIPAY_URL: url,
    SITE_URL: siteUrl,
  } = values
  if (!appId || !sellerId || !privateKey || !publicKeys || !siteUrl) return null
  const certificates = app !== undefined && root !== undefined ? { app, root } : null
  const { origin } = new URL(siteUrl)
  return { appId, sellerId, privateKey, publicKeys, certificates, url, siteUrl: origin }
}
