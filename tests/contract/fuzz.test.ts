import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAdminApi } from '#tests/support/admin-api.ts'
import type { TestAdminApi } from '#tests/support/admin-api.ts'
import { anyRequest, sendRequest } from './fuzz-requests.ts'

let api: TestAdminApi
beforeAll(async () => {
  api = await openAdminApi()
})
afterAll(() => api.close())

test('no random request causes a server error', async () => {
  await fc.assert(
    fc.asyncProperty(anyRequest, async (request) => {
      const { response } = await sendRequest(api, request)
      expect(response.status).toBeLessThan(500)
    }),
    { numRuns: 2000 },
  )
})
