import { generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto'

// Alipay signatures, implemented from its documentation (opendocs.alipay.com/common, "自行实现签名" and
// "异步通知验签"), independently of the adapter and of Alipay's library that the adapter uses.

export interface KeyPair {
  privateKey: KeyObject
  publicKey: KeyObject
}

export const createKeyPair = (): KeyPair => generateKeyPairSync('rsa', { modulusLength: 2048 })

type Fields = Readonly<Record<string, string>>

/** Joins the fields sorted by name, except those in `without`. */
const joinFields = (fields: Fields, without: readonly string[]): string =>
  Object.keys(fields)
    .filter((name) => !without.includes(name))
    .toSorted()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')

export const signText = (text: string, { privateKey }: KeyPair): string =>
  sign('sha256', Buffer.from(text, 'utf8'), privateKey).toString('base64')

/** Verifies the app's signature of a request, which covers every field but `sign`. */
export const isSignedRequest = (fields: Fields, publicKey: KeyObject): boolean =>
  verify(
    'sha256',
    Buffer.from(joinFields(fields, ['sign']), 'utf8'),
    publicKey,
    Buffer.from(fields['sign'] ?? '', 'base64'),
  )

/** The form body of a notification, signed over every field but `sign` and `sign_type`. */
export function signNotification(fields: Fields, key: KeyPair): string {
  const signature = signText(joinFields(fields, ['sign', 'sign_type']), key)
  return new URLSearchParams({ ...fields, sign_type: 'RSA2', sign: signature }).toString()
}
