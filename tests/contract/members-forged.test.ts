import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api/index.ts'
import type { EndpointKey } from '#api/index.ts'
import { openAdminApi } from '#tests/support/admin-api.ts'
import type { TestAdminApi } from '#tests/support/admin-api.ts'
import { createOwner, readState } from './members-seed.ts'
import type { Owner } from './members-seed.ts'
import { ROWS } from './members-table.ts'

let api: TestAdminApi
let owner: Owner
beforeAll(async () => {
  api = await openAdminApi()
  owner = await createOwner(api, 1)
})
afterAll(() => api.close())

// The contract's map is exactly these keys.
const keys = Object.keys(endpoints) as EndpointKey[]
const posts = keys.filter((key) => endpoints[key].method === 'POST')
const required = posts.filter((key) => endpoints[key].login === 'required')
const firstTry = (key: EndpointKey) => ROWS[key]?.tries(owner)[0] ?? {}

const json = { 'content-type': 'application/json' }
/** Forged cross-site requests and the expected status. */
const FORGED: Record<string, { headers: Record<string, string>; status: number }> = {
  'from a foreign origin': { headers: { ...json, origin: 'https://evil.example' }, status: 403 },
  'from a similar origin': {
    headers: { ...json, origin: 'http://localhost.evil' },
    status: 403,
  },
  'from an opaque origin': { headers: { ...json, origin: 'null' }, status: 403 },
  'across sites': { headers: { ...json, 'sec-fetch-site': 'cross-site' }, status: 403 },
  'as a form': { headers: { 'content-type': 'application/x-www-form-urlencoded' }, status: 415 },
  'as plain text': { headers: { 'content-type': 'text/plain' }, status: 415 },
  'as a form with files': {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    status: 415,
  },
  'without a type': { headers: { 'content-type': '' }, status: 415 },
}

describe('cross-site requests with the credentials of a member', () => {
  test.each(Object.entries(FORGED))(
    '%s are refused by every POST without effect',
    async (_, { headers, status }) => {
      const before = await readState(api)
      for (const key of posts) {
        // The best case for an attacker: the cookie and even the token.
        const all = { ...owner.member.headers, host: 'localhost', ...headers }
        const body = firstTry(key).body ?? {}
        const { response, envelope } = await api.call(key, { headers: all, body })
        expect([key, response.status, envelope.data]).toEqual([key, status, null])
      }
      expect(await readState(api)).toBe(before)
    },
  )

  test.each(required)('%s responds with 401 to the cookie alone', async (key) => {
    const headers = { cookie: owner.member.headers.cookie }
    const { response } = await api.call(key, { ...firstTry(key), headers })
    expect(response.status).toBe(401)
  })

  test('same-origin requests are accepted', async () => {
    const headers = {
      ...owner.member.headers,
      host: 'localhost',
      origin: 'http://localhost',
      'sec-fetch-site': 'same-origin',
    }
    const { envelope } = await api.call('POST /api/account/member', { headers })
    expect(envelope.code).toBe(200)
  })
})
