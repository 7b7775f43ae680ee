import { expect, test } from 'vitest'
import { findSecrets } from '#tests/support/find-secrets.ts'

const codes = new Set(['123456'])

test.each([
  '{"time":1795255263123,"code":123456,"ms":12.3,"route":"POST /api/user/login"}',
  '{"reqId":"3f2a91c4-1234-4321-8abc-1234567890ab","order":"20270508ABCDEFGHJK"}',
  '{"requestId":"67b44c93-4da9-4abe-8646-14345808039f","path":"/media/a14345808039.webp"}',
])('finds no secret in %s', (line) => {
  expect(findSecrets([line], codes)).toEqual([])
})

test.each([
  '{"to":"+8613800138000"}',
  '{"mobile":13800138000}',
  '{"path":"/outbox?to=%2B8613800138000"}',
  `{"token":"v1.${'a'.repeat(43)}"}`,
  '{"text":"your code is 123456."}',
])('finds the secret in %s', (line) => {
  expect(findSecrets([line], codes)).toEqual([line])
})
