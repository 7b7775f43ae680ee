import { beforeEach, expect, test } from 'vitest'
import { TOKEN_UNREAD } from '#config.ts'
import { $token, readToken } from '#stores/session.ts'

const TOKEN = `v1.${'a'.repeat(43)}`
const storageOf = (value: string | null) => () => ({ getItem: () => value })

beforeEach(() => $token.set(TOKEN_UNREAD))

test('the token starts as 2, not read yet [S9.07]', () => {
  expect($token.get()).toBe(2)
})

test('the token is read once', () => {
  expect(readToken(storageOf(TOKEN))).toBe(TOKEN)
  expect(readToken(storageOf(null))).toBe(TOKEN)
  expect($token.get()).toBe(TOKEN)
})

test.each([null, '', '2', 'undefined', '<script>'])('a stored %s is no token', (value) => {
  expect(readToken(storageOf(value))).toBeNull()
})

test('a browser that refuses storage has no token', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  expect(readToken(refuse)).toBeNull()
})
