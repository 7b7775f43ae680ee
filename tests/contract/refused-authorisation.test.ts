import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EndpointKey } from '#api/index.ts'
import type { Denial } from '#scripts/admin-api/errors.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { buildTicketOrder, createBuyer } from '#tests/support/buyer.ts'
import { createMember, type TestMember } from '#tests/support/member.ts'
import { beginUpload, getTicket, makePdf, upload } from '#tests/support/upload.ts'
import { activityForm, writeCourseForm } from './application-forms.ts'
import { readRow } from '#tests/support/database.ts'

const WARN = 40
const MOBILE = '+8613812345678'

let api: TestAdminApi
let owner: TestMember
let stranger: TestMember
let orderNo: string
beforeEach(async () => {
  api = await openAdminApi()
  owner = await createMember(api, MOBILE)
  stranger = await createMember(api)
  const order = await createBuyer(api, owner).order(buildTicketOrder(1))
  orderNo = order.order_no
})
afterEach(async () => {
  await api.deps.storage.settle()
  await api.close()
})

/** The warnings of the log, without the fields common to all lines. */
const readWarnings = () =>
  api.logs
    .map((line): Record<string, unknown> => JSON.parse(line))
    .filter(({ level }) => level === WARN)
    .map(({ user_id, route, reason, msg }) => ({ user_id, route, reason, msg }))

const warning = (user_id: number | null, route: string, reason: Denial) => ({
  user_id,
  route,
  reason,
  msg: 'authorisation refused',
})

describe('refused authorisation is logged as a warning with member, route and reason', () => {
  test.each([
    ['GET /api/order/detail', {}],
    ['POST /api/order/cancel', {}],
    ['POST /api/order/extend', {}],
    ['POST /api/order/refund', {}],
    ['POST /api/order/pay', { method: 'sandbox' }],
    ['POST /api/order/pay_h5', { method: 'sandbox' }],
    ['POST /api/order/pay_in_app', { method: 'wechat' }],
  ] as [EndpointKey, object][])('%s with another member’s order', async (key, more) => {
    const { code } = await createBuyer(api, stranger).call(key, { order_no: orderNo, ...more })
    expect(code).toBe(404)
    expect(readWarnings()).toEqual([warning(stranger.id, key, 'order of another member')])
  })

  test.each(['POST /api/upload/link', 'POST /api/upload/discard'] as const)(
    '%s with another member’s file',
    async (key) => {
      const { upload_id } = await upload(api, owner, makePdf())
      await api.call(key, { body: { upload_id }, headers: stranger.headers })
      expect(readWarnings()).toEqual([warning(stranger.id, key, 'upload of another member')])
    },
  )

  test('upload completion with another member’s ticket', async () => {
    const { upload_id, ticket } = await getTicket(api, owner)
    const key = 'POST /api/upload/complete'
    await api.call(key, { body: { upload_id, ticket }, headers: stranger.headers })
    expect(readWarnings()).toEqual([warning(stranger.id, key, 'upload ticket of another member')])
  })

  test('application with another member’s file', async () => {
    const form = await writeCourseForm(api, owner)
    const key = 'POST /api/course/apply'
    const { envelope } = await api.call(key, { body: form, headers: stranger.headers })
    expect(envelope.code).toBe(500405)
    expect(readWarnings()).toEqual([warning(stranger.id, key, 'upload of another member')])
  })

  test('upload without a valid ticket', async () => {
    const granted = { upload_id: 1, endpoint: '/api/upload/tus', ticket: 'forged' }
    expect(await beginUpload(api, granted, 10)).toBe('403')
    expect(readWarnings()).toEqual([warning(null, '/api/upload/tus', 'upload ticket not valid')])
  })

  test('altered file link', async () => {
    const { upload_id } = await upload(api, owner, makePdf())
    await api.app.request(`/api/upload/file/${upload_id}?expires=9999999999999&signature=x`)
    expect(readWarnings()).toEqual([warning(null, '/api/upload/file/{id}', 'file link not valid')])
  })

  test.each([
    ['POST /api/order/verify', { code: 'any', nonce: 'some-nonce-1' }],
    ['GET /api/order/door', {}],
  ] as [EndpointKey, object][])('%s without permission to verify', async (key, body) => {
    const { code } = await createBuyer(api, stranger).call(key, body)
    expect(code).toBe(500502)
    expect(readWarnings()).toEqual([warning(stranger.id, key, 'no right to verify tickets')])
  })

  test.each([
    ['without its cookie', () => ''],
    ['with the cookie of another session', () => stranger.headers.cookie],
  ])('session token %s', async (_, cookie) => {
    const key = 'GET /api/account/profile'
    const headers = { token: owner.headers.token, cookie: cookie() }
    expect((await api.call(key, { headers })).response.status).toBe(401)
    expect(readWarnings()).toEqual([warning(owner.id, key, 'session token without its cookie')])
  })

  test('end_session with another member’s session', async () => {
    const row = await readRow(api.db, sql`SELECT id FROM session WHERE user_id = ${owner.id}`)
    const key = 'POST /api/account/end_session'
    await api.call(key, { body: { id: Number(row?.['id']) }, headers: stranger.headers })
    expect(readWarnings()).toEqual([warning(stranger.id, key, 'session of another member')])
  })

  test('write from another site', async () => {
    const key = 'POST /api/order/cancel'
    const headers = { ...owner.headers, 'sec-fetch-site': 'cross-site' }
    await api.call(key, { body: { order_no: orderNo }, headers })
    expect(readWarnings()).toEqual([warning(null, key, 'write from another site')])
  })
})

test('requests for missing data and visitors without a session are not logged as refused', async () => {
  const buyer = createBuyer(api, stranger)
  expect((await buyer.call('GET /api/order/detail', { order_no: 'AAAAAAAA' })).code).toBe(404)
  const body = { upload_id: 999_999 }
  await api.call('POST /api/upload/link', { body, headers: stranger.headers })
  await api.call('POST /api/account/end_session', { body: { id: 999 }, headers: stranger.headers })
  await api.call('GET /api/account/profile')
  await api.call('POST /api/course/activity_apply', { body: activityForm, headers: owner.headers })
  expect(readWarnings()).toEqual([])
})

test('a logged refusal contains no personal data, order number, token or cookie', async () => {
  await createBuyer(api, stranger).call('GET /api/order/detail', { order_no: orderNo })
  const { token } = owner.headers
  await api.call('GET /api/account/profile', {
    headers: { token, cookie: stranger.headers.cookie, 'x-forwarded-for': '203.0.113.9' },
  })
  const lines = api.logs.filter((line) => line.includes('authorisation refused'))
  expect(lines).toHaveLength(2)
  const secrets = [MOBILE.slice(3), 'Lin', orderNo, token, stranger.headers.cookie, '203.0.113']
  for (const secret of secrets) expect(lines.join('\n')).not.toContain(secret)
})
