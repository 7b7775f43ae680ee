import { isSameHash } from '../../../lib/is-same-hash.ts'
import { sign, type Secrets } from '../../security/secrets.ts'
import { ReceiptError, type ReceiptRequest } from './message.ts'

// Aliyun and Tencent Cloud do not sign receipts, so the callback URL contains a key.

const deriveReceiptKey = (secrets: Secrets, gateway: string): string =>
  sign(secrets.deriveKey('sms-receipt'), gateway)

/** The path and query to register at a gateway. */
export const createReceiptPath = (secrets: Secrets, gateway: string): string =>
  `/api/sms/${gateway}_receipt?key=${deriveReceiptKey(secrets, gateway)}`

/** @throws ReceiptError unless the URL contains the key of the gateway */
export function checkReceiptKey(
  secrets: Secrets,
  gateway: string,
  { url }: Pick<ReceiptRequest, 'url'>,
): void {
  const key = url.searchParams.get('key') ?? ''
  if (!isSameHash(key, deriveReceiptKey(secrets, gateway))) throw new ReceiptError('wrong key')
}
