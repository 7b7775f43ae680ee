import {
  createCipheriv,
  createVerify,
  generateKeyPairSync,
  hash,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto'

// The wire format of WeChat Pay v3, implemented from its documentation (pay.weixin.qq.com/doc/v3/merchant,
// "signature" and "callback"), independently of the adapter.

/** A platform key of WeChat Pay with its id. */
export interface PlatformKey {
  id: string
  privateKey: KeyObject
  publicKey: KeyObject
}

export function createPlatformKey(): PlatformKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const digest = hash('sha256', publicKey.export({ type: 'spki', format: 'der' }))
  return { id: `PUB_KEY_ID_0${digest.slice(0, 31).toUpperCase()}`, privateKey, publicKey }
}

const writeLines = (...lines: string[]) => Buffer.from(lines.map((line) => `${line}\n`).join(''))

/** The four signature headers of a response or notification. */
export function signMessage(body: string, { id, privateKey }: PlatformKey, at: number) {
  const timestamp = String(Math.floor(at / 1000))
  const nonce = randomBytes(16).toString('base64url')
  const signature = sign('sha256', writeLines(timestamp, nonce, body), privateKey)
  return {
    'Wechatpay-Serial': id,
    'Wechatpay-Timestamp': timestamp,
    'Wechatpay-Nonce': nonce,
    'Wechatpay-Signature': signature.toString('base64'),
  }
}

export interface SignedRequest {
  method: string
  /** Path and query as received. */
  target: string
  body: string
  authorization: string
}

/** Verifies the merchant's signature of a request, which is valid for five minutes. */
export function isSignedBy(
  { method, target, body, authorization }: SignedRequest,
  merchant: { mchid: string; serial: string; publicKey: KeyObject },
  at: number,
): boolean {
  const [scheme = '', rest = ''] = authorization.split(/ (.*)/s)
  const fields = new Map(
    rest.split(',').map((field) => {
      const [name = '', value = ''] = field.split(/=(.*)/s)
      return [name, value.replace(/^"|"$/g, '')] as const
    }),
  )
  const read = (name: string) => fields.get(name) ?? ''
  if (scheme !== 'WECHATPAY2-SHA256-RSA2048') return false
  if (read('mchid') !== merchant.mchid || read('serial_no') !== merchant.serial) return false
  if (Math.abs(at / 1000 - Number(read('timestamp'))) > 300) return false
  return createVerify('sha256')
    .update(writeLines(method, target, read('timestamp'), read('nonce_str'), body))
    .verify(merchant.publicKey, read('signature'), 'base64')
}

/** Encrypts the content of a notification with AEAD_AES_256_GCM and the APIv3 key. */
export function encryptResource(content: object, apiKey: string, kind = 'transaction') {
  const nonce = randomBytes(9).toString('base64url')
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(apiKey, 'utf8'), Buffer.from(nonce))
  cipher.setAAD(Buffer.from(kind))
  const parts = [
    cipher.update(JSON.stringify(content), 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]
  return {
    original_type: kind,
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext: Buffer.concat(parts).toString('base64'),
    associated_data: kind,
    nonce,
  }
}
