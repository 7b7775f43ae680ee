import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api/index.ts'
import type { EndpointKey } from '#api/index.ts'
import { openAdminApi } from '#tests/support/admin-api.ts'
import type { TestAdminApi } from '#tests/support/admin-api.ts'
import { runSql } from '#tests/support/database.ts'

let api: TestAdminApi
beforeAll(async () => {
  api = await openAdminApi()
})
afterAll(() => api.close())

const post = (body: BodyInit, type = 'application/json') =>
  api.request('/api/perform/calendar', {
    method: 'POST',
    headers: { 'content-type': type, lang: 'en' },
    body,
  })

describe('invalid or failing requests', () => {
  test('get 400 for malformed JSON', async () => {
    const { response, envelope } = await post('{"month":')
    expect([response.status, envelope.code]).toEqual([400, 400])
    const notUtf8 = Buffer.from('{"month":"2027-05","name":"\xff"}', 'latin1')
    expect((await post(notUtf8)).response.status).toBe(400)
  })

  test('get 400 with the name of the field', async () => {
    const { response, envelope } = await post('{"month":"May"}')
    expect([response.status, envelope.code]).toEqual([400, 400])
    expect(envelope.msg).toBe('This request is not valid (month: expected a month such as 2027-05)')
    const list = await api.request('/api/perform/detail?id=007')
    expect(list.envelope.msg).toBe(
      '请求有误（id：expected a positive integer）'.replace('：', ': '),
    )
  })

  test.each(['[]', 'null', '"text"', '1'])('get 400 for the body %s', async (body) => {
    expect((await post(body)).response.status).toBe(400)
  })

  test('get 400 for a duplicate query parameter', async () => {
    const { response, envelope } = await api.request('/api/perform/detail?id=1&id=2')
    expect(response.status).toBe(400)
    expect(envelope.msg).toContain('id: given twice')
  })

  test('get 404 for an unknown path', async () => {
    for (const path of ['/', '/api', '/api/nothing', '/api//index/init', '/api/index%2finit']) {
      const { response, envelope } = await api.request(path)
      expect([path, response.status, envelope.code]).toEqual([path, 404, 404])
    }
  })

  test('get 405 with Allow for a wrong method', async () => {
    const one = await api.request('/api/index/init', { method: 'DELETE' })
    expect([one.response.status, one.envelope.code]).toEqual([405, 405])
    expect(one.response.headers.get('allow')).toBe('GET')
    const two = await api.request('/api/course/calendar', { method: 'PUT' })
    expect(two.response.headers.get('allow')).toBe('GET, POST')
  })

  test('get 413 for a body over 64 KiB', async () => {
    const { response, envelope } = await post(`{"month":"${'x'.repeat(70_000)}"}`)
    expect([response.status, envelope.code]).toEqual([413, 413])
  })

  test('get 414 for a query over 2 KiB', async () => {
    const { response, envelope } = await api.request(`/api/search/results?q=${'x'.repeat(3000)}`)
    expect([response.status, envelope.code]).toEqual([414, 414])
  })

  test('get 415 for a body that is not JSON', async () => {
    const { response, envelope } = await post('month=2027-05', 'application/x-www-form-urlencoded')
    expect([response.status, envelope.code]).toEqual([415, 415])
  })

  test('get 500 without details, and the error is logged', async () => {
    const broken = await openAdminApi()
    try {
      await runSql(broken.db, sql`DELETE FROM page WHERE key = 'site'`)
      await runSql(broken.db, sql`DROP TABLE media`)
      const { response, envelope } = await broken.request('/media/x.jpg')
      expect([response.status, envelope.code]).toEqual([500, 500])
      expect(envelope.msg).not.toContain('media')
      expect(broken.logs.join('')).toMatch(
        /no such table: media|relation \\"media\\" does not exist/,
      )
    } finally {
      await broken.close()
    }
  })
})

describe('valid requests', () => {
  test('may have an empty body, which counts as {}', async () => {
    const { envelope } = await api.request('/api/perform/calendar', { method: 'POST' })
    expect(envelope.code).toBe(200)
  })

  test('may be HEAD instead of GET', async () => {
    const response = await api.app.request('/api/index/banner', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  test('get the server time in the envelope', async () => {
    const { envelope } = await api.request('/api/index/banner')
    expect(envelope).toMatchObject({ code: 200, msg: 'ok', time: api.clock.now / 1000 })
  })

  test('get the security headers of an API', async () => {
    const { response } = await api.request('/api/index/init', {
      headers: { 'x-request-id': 'request-0001' },
    })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-request-id': 'request-0001',
    })
  })

  test('are logged in one line', async () => {
    api.logs.length = 0
    await api.request('/api/perform/detail?id=999', { headers: { 'x-request-id': 'bad id' } })
    expect(api.logs).toHaveLength(1)
    const line = JSON.parse(api.logs[0] ?? '')
    expect(line).toMatchObject({
      method: 'GET',
      route: 'GET /api/perform/detail',
      status: 404,
      code: 404,
    })
    expect(line.request_id).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('login', () => {
  // The contract's map is exactly these keys.
  const keys = Object.keys(endpoints) as EndpointKey[]
  const required = keys.filter((key) => endpoints[key].login === 'required')
  const token = `v1.${'a'.repeat(43)}`

  test.each(required)('is required for %s', { tags: ['S6.02'] }, async (key) => {
    for (const headers of [{}, { token: '2' }, { token }, { authorization: `Bearer ${token}` }]) {
      const { response, envelope } = await api.call(key, { headers })
      expect([response.status, envelope.code, envelope.data]).toEqual([401, 401, null])
    }
  })

  test('is not required for other calls', async () => {
    for (const key of keys.filter((one) => !required.includes(one))) {
      const { envelope } = await api.call(key, { headers: { token } })
      expect([key, envelope.code]).not.toEqual([key, 401])
    }
  })
})
