import { expect, test } from 'vitest'
import { signWebhook, verifyWebhook, WEBHOOK_HEADERS } from '#scripts/lib/webhook-signature.ts'

// Example of the Standard Webhooks specification.
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const ID = 'msg_p5jXN8AQM9LWM0D4loKWxJek'
const SECONDS = 1_614_265_330
const BODY = '{"test": 2432232314}'
const SIGNATURE = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
const OTHER = 'another secret of enough letters'

const delivery = { id: ID, timestamp: SECONDS, body: BODY }
const received = { id: ID, timestamp: String(SECONDS), signature: SIGNATURE, body: BODY }
const verify = (changes: object, now = SECONDS * 1000, secrets = [SECRET]) =>
  verifyWebhook({ ...received, ...changes }, secrets, now)

test('signs a webhook like the published example', () => {
  expect(signWebhook(delivery, [SECRET])).toEqual({
    [WEBHOOK_HEADERS.id]: ID,
    [WEBHOOK_HEADERS.timestamp]: String(SECONDS),
    [WEBHOOK_HEADERS.signature]: SIGNATURE,
  })
})

test('accepts its own webhook signature, also over bytes', () => {
  const valid = { kind: 'valid', id: ID, timestamp: SECONDS }
  expect(verify({})).toEqual(valid)
  expect(verify({ body: Buffer.from(BODY) })).toEqual(valid)
})

test('accepts both webhook keys during a rotation on either side', () => {
  const signature = signWebhook(delivery, [OTHER, SECRET])[WEBHOOK_HEADERS.signature]
  expect(verify({ signature }).kind).toBe('valid')
  expect(verify({}, SECONDS * 1000, [OTHER, SECRET]).kind).toBe('valid')
  expect(verify({ signature: `v2,abc v1,x ${SIGNATURE}` }).kind).toBe('valid')
})

test.each([
  ['another body', { body: '{"test":2432232314}' }],
  ['another id', { id: 'msg_other' }],
  ['another time', { timestamp: String(SECONDS + 1) }],
  ['a truncated signature', { signature: SIGNATURE.slice(0, -4) }],
  ['another version', { signature: SIGNATURE.replace('v1', 'v2') }],
  ['no signature', { signature: '' }],
  [
    'a valid signature among too many',
    { signature: `${Array.from({ length: 16 }, () => 'v1,AAAA').join(' ')} ${SIGNATURE}` },
  ],
])('rejects a webhook with %s as forged', (_, changes) => {
  expect(verify(changes)).toEqual({ kind: 'invalid', reason: 'forged' })
})

test('rejects every webhook as forged without a matching secret', () => {
  expect(verify({}, SECONDS * 1000, [])).toEqual({ kind: 'invalid', reason: 'forged' })
  expect(verify({}, SECONDS * 1000, [OTHER])).toEqual({ kind: 'invalid', reason: 'forged' })
})

test.each([
  ['no id', { id: undefined }],
  ['no time', { timestamp: undefined }],
  ['no signature header', { signature: undefined }],
  ['an invalid time', { timestamp: '1e9' }],
  ['an id with a dot, the separator of the signed parts', { id: `${ID}.1` }],
])('rejects a webhook with %s as malformed', (_, changes) => {
  expect(verify(changes)).toEqual({ kind: 'invalid', reason: 'malformed' })
})

test('rejects a webhook as stale if its timestamp is more than five minutes away', () => {
  const at = (seconds: number) => verify({}, (SECONDS + seconds) * 1000)
  expect([at(-300).kind, at(300).kind]).toEqual(['valid', 'valid'])
  expect(at(-301)).toEqual({ kind: 'invalid', reason: 'stale' })
  expect(at(301)).toEqual({ kind: 'invalid', reason: 'stale' })
})
