import { expect, test } from 'vitest'
import { hasSession } from '#browser/account-link.ts'

const storageOf = (value: string | null) => ({ getItem: () => value })

test.each([null, '', '2', 'undefined', 'null', '<script>', 'a'.repeat(600)])(
  'takes a stored %s for no session',
  (value) => {
    expect(hasSession(storageOf(value), 'token')).toBe(false)
  },
)

test('takes a token for a session', () => {
  expect(hasSession(storageOf(`v1.${'a'.repeat(43)}`), 'token')).toBe(true)
})

test('takes a browser that refuses storage for no session', () => {
  const refusing = {
    getItem: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  }
  expect(hasSession(refusing, 'token')).toBe(false)
})
