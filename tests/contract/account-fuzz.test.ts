import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#api/index.ts'
import type { EndpointKey } from '#api/index.ts'
import { openAdminApi } from '#tests/support/admin-api.ts'
import type { TestAdminApi } from '#tests/support/admin-api.ts'
import { createOwner } from './members-seed.ts'
import type { Owner } from './members-seed.ts'
import { ROWS } from './members-table.ts'

let api: TestAdminApi
let owner: Owner
beforeAll(async () => {
  api = await openAdminApi()
  owner = await createOwner(api, 1)
})
afterAll(() => api.close())

// The contract's map is made of exactly these keys.
const keys = Object.keys(endpoints) as EndpointKey[]
// Without these two the session lasts until the end.
const ENDING = new Set<EndpointKey>(['POST /api/user/logout', 'POST /api/account/end_session'])
const writes = keys.filter(
  (key) => endpoints[key].method === 'POST' && ROWS[key] && !ENDING.has(key),
)

const anyValue = fc.oneof(
  fc.constantFrom<unknown>(null, '', 0, -1, 1.5, 2 ** 53, 1e308, true, [], {}, [[]], '\u0000'),
  fc.constantFrom('2027-02-31', '\uD800', '=1+1', "' OR 1=1 --", '__proto__', '戏'.repeat(500)),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.jsonValue({ maxDepth: 3 }),
)
/** A right request of a member with some of its fields wrong. */
const anyWrite = fc.record({
  key: fc.constantFrom(...writes),
  changes: fc.array(fc.tuple(fc.nat(), anyValue), { minLength: 1, maxLength: 3 }),
  idempotencyKey: fc.option(fc.constantFrom('key-00000001', 'key-00000002')),
})

test('no write of a member, however wrong, makes the API fail', async () => {
  await fc.assert(
    fc.asyncProperty(anyWrite, async ({ key, changes, idempotencyKey }) => {
      const right = Object.entries(Object(ROWS[key]?.tries(owner)[0]?.body))
      const wrong = changes.flatMap(([index, value]): [string, unknown][] => {
        const [field] = right[index % right.length] ?? []
        return field === undefined ? [] : [[field, value]]
      })
      const headers = {
        ...owner.member.headers,
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      }
      const body = Object.fromEntries([...right, ...wrong])
      const { response, envelope } = await api.call(key, { headers, body })
      expect([key, response.status, envelope.code]).not.toEqual([key, 401, 401])
      expect(response.status).toBeLessThan(500)
    }),
    { numRuns: 3000 },
  )
})
