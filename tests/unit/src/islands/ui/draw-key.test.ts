import { expect, test } from 'vitest'
import { drawKey } from '#islands/ui/draw-key.ts'

test('random names are long enough for the contract and differ', () => {
  const keys = new Set(Array.from({ length: 100 }, drawKey))
  expect(keys.size).toBe(100)
  expect([...keys].every((key) => /^[0-9a-f]{32}$/.test(key))).toBe(true)
})
