import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#api/index.ts'
import type { EndpointKey } from '#api/index.ts'
import { openAdminApi } from '#tests/support/admin-api.ts'
import type { TestAdminApi } from '#tests/support/admin-api.ts'
import { anyText } from '#tests/support/any-text.ts'
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

// The keys of the contract's map are exactly the endpoint keys.
const keys = Object.keys(endpoints) as EndpointKey[]
// Excluded: these two end the session.
const ENDS_SESSION = new Set<EndpointKey>([
  'POST /api/user/logout',
  'POST /api/account/end_session',
])
const writes = keys.filter(
  (key) => endpoints[key].method === 'POST' && ROWS[key] && !ENDS_SESSION.has(key),
)

const anyValue = fc.oneof(
  fc.constantFrom<unknown>(null, '', 0, -1, 1.5, 2 ** 53, 1e308, true, [], {}, [[]], '\u0000'),
  fc.constantFrom('2027-02-31', '\uD800', '=1+1', "' OR 1=1 --", '__proto__', '戏'.repeat(500)),
  anyText({ maxLength: 60 }),
  fc.jsonValue({ maxDepth: 3 }),
)
/** A valid request of a member with some invalid fields. */
const anyWrite = fc.record({
  key: fc.constantFrom(...writes),
  changes: fc.array(fc.tuple(fc.nat(), anyValue), { minLength: 1, maxLength: 3 }),
  idempotencyKey: fc.option(fc.constantFrom('key-00000001', 'key-00000002')),
})

test('no invalid write by a member causes a server error', async () => {
  await fc.assert(
    fc.asyncProperty(anyWrite, async ({ key, changes, idempotencyKey }) => {
      const validFields = Object.entries(Object(ROWS[key]?.tries(owner)[0]?.body))
      const invalidFields = changes.flatMap(([index, value]): [string, unknown][] => {
        const [field] = validFields[index % validFields.length] ?? []
        return field === undefined ? [] : [[field, value]]
      })
      const headers = {
        ...owner.member.headers,
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      }
      const body = Object.fromEntries([...validFields, ...invalidFields])
      const { response, envelope } = await api.call(key, { headers, body })
      expect([key, response.status, envelope.code]).not.toEqual([key, 401, 401])
      expect(response.status).toBeLessThan(500)
    }),
    { numRuns: 1000 },
  )
})
