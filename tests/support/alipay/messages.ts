import { generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto'

// Signatures of Alipay as its documentation gives them to merchants in other languages
// (opendocs.alipay.com/common, "自行实现签名" and "异步通知验签"). Nothing here is shared with the adapter or
// with Alipay's library, which the adapter calls.

export interface KeyPair {
  privateKey: KeyObject
  publicKey: KeyObject
}

export const createKeyPair = (): KeyPair => generateKeyPairSync('rsa', { modulusLength: 2048 })

type Fields = Readonly<Record<string, string>>

/** All fields in the order of their names, without some. */
const joinFields = (fields: Fields, without: readonly string[]): string =>
  Object.keys(fields)
    .filter((name) => !without.includes(name))
    .toSorted()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')

export const signText = (text: string, { privateKey }: KeyPair): string =>
  sign('sha256', Buffer.from(text, 'utf8'), privateKey).toString('base64')

/** Whether the app signed a request: every field but `sign` counts. */
export const isSignedRequest = (fields: Fields, publicKey: KeyObject): boolean =>
  verify(
    'sha256',
    Buffer.from(joinFields(fields, ['sign']), 'utf8'),
    publicKey,
    Buffer.from(fields['sign'] ?? '', 'base64'),
  )

/** The form of a notification: every field but `sign` and `sign_type` is signed. */
export function signNotification(fields: Fields, key: KeyPair): string {
  const signature = signText(joinFields(fields, ['sign', 'sign_type']), key)
  return new URLSearchParams({ ...fields, sign_type: 'RSA2', sign: signature }).toString()
}
