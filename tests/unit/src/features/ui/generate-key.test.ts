import { expect, test } from 'vitest'
import { generateKey } from '#features/ui/generate-key.ts'

test('generates unique keys of the length that the contract requires', () => {
  const keys = new Set(Array.from({ length: 100 }, generateKey))
  expect(keys.size).toBe(100)
  expect([...keys].every((key) => /^[0-9a-f]{32}$/.test(key))).toBe(true)
})
