import { expect, test } from 'vitest'
import { describeAddress } from '#scripts/lib/db/address.ts'

test('an address of a server is described without its password', () => {
  const url = 'postgres://theatre:a-password@db.example:5432/theatre'
  expect(describeAddress({ kind: 'server', url, maxConnections: 1 })).toBe(
    'postgres://theatre@db.example:5432/theatre',
  )
})
