import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { createVisitor, readCode } from '#tests/support/visitor.ts'
import { readRow, readSql } from '#tests/support/database.ts'

const MOBILE = '+8613800138000'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let api: TestAdminApi
beforeEach(async () => {
  api = await openAdminApi()
})
afterEach(() => api.close())

const logInWith = (code: string, mobile = MOBILE) => ({ body: { mobile, code, agreed: true } })
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000')

describe('login by phone and code', () => {
  test(
    'creates an account for an unknown number and finds the account of a known one',
    { tags: ['S7.12', 'S7.13'] },
    async () => {
      const first = await createVisitor(api).logIn(MOBILE)
      expect(first.profile).toMatchObject({ mobile: MOBILE, nickname: '观众 8000', email: null })
      api.clock.now += 2 * MINUTE
      const again = await createVisitor(api).logIn(MOBILE)
      expect(again.profile.user_id).toBe(first.profile.user_id)
      expect(again.token).not.toBe(first.token)
    },
  )

  test('returns the time of the next code by the clock of the server', async () => {
    const { data } = await createVisitor(api).sendCode(MOBILE)
    expect(data).toEqual({
      status: 'code_sent',
      resend_at: '2027-05-05T12:01:00+08:00',
      expires_at: '2027-05-05T12:05:00+08:00',
      server_time: '2027-05-05T12:00:00+08:00',
      outbox: '/outbox',
    })
  })

  test.each(['+8612345', '+861380013800', '+8601012345678', '+999123456789', '+86 13800138000'])(
    'refuses %s as a mobile number',
    async (mobile) => {
      const { code } = await createVisitor(api).sendCode(mobile)
      expect([400, 500211]).toContain(code)
    },
  )

  test('requires consent to the agreement and the privacy policy', async () => {
    const visitor = createVisitor(api)
    await visitor.sendCode(MOBILE)
    const body = { mobile: MOBILE, code: await readCode(api, MOBILE), agreed: false }
    expect((await visitor.call('POST /api/user/login', { body })).code).toBe(400)
  })

  test('keeps the code out of the code table and the log', async () => {
    const visitor = createVisitor(api)
    await visitor.logIn(MOBILE)
    const code = await readCode(api, MOBILE)
    expect(JSON.stringify(await readSql(api.db, sql`SELECT * FROM one_time_code`))).not.toContain(
      code,
    )
    const log = api.logs.join('')
    for (const secret of [code, MOBILE, MOBILE.slice(3), visitor.state.token]) {
      expect(log).not.toContain(secret)
    }
  })
})

describe('one-time code', () => {
  test('is valid once', async () => {
    const visitor = createVisitor(api)
    await visitor.logIn(MOBILE)
    const { code } = await visitor.call(
      'POST /api/user/login',
      logInWith(await readCode(api, MOBILE)),
    )
    expect(code).toBe(500204)
  })

  test('is valid for five minutes', async () => {
    const visitor = createVisitor(api)
    await visitor.sendCode(MOBILE)
    api.clock.now += 5 * MINUTE
    const { code } = await visitor.call(
      'POST /api/user/login',
      logInWith(await readCode(api, MOBILE)),
    )
    expect(code).toBe(500204)
  })

  test('is invalidated by the next one', async () => {
    const visitor = createVisitor(api)
    await visitor.sendCode(MOBILE)
    const first = await readCode(api, MOBILE)
    api.clock.now += MINUTE
    await visitor.sendCode(MOBILE)
    if (first === (await readCode(api, MOBILE))) return
    expect((await visitor.call('POST /api/user/login', logInWith(first))).code).toBe(500202)
  })

  test('works only on the device that requested it', async () => {
    await createVisitor(api).sendCode(MOBILE)
    const other = createVisitor(api)
    await other.sendCode('+8613900139000')
    const { code } = await other.call(
      'POST /api/user/login',
      logInWith(await readCode(api, MOBILE)),
    )
    expect(code).toBe(500204)
  })

  test('works only for the purpose it was requested for', async () => {
    const visitor = createVisitor(api)
    await visitor.sendCode(MOBILE, 'bind')
    const { code } = await visitor.call(
      'POST /api/user/login',
      logInWith(await readCode(api, MOBILE)),
    )
    expect(code).toBe(500204)
  })

  test('is invalid after five wrong attempts', async () => {
    const visitor = createVisitor(api)
    await visitor.sendCode(MOBILE)
    const validCode = await readCode(api, MOBILE)
    for (const left of [4, 3, 2, 1, 0]) {
      const result = await visitor.call('POST /api/user/login', logInWith(otherThan(validCode)))
      expect([result.code, result.data]).toEqual([500202, { attempts_left: left, field: 'code' }])
    }
    expect((await visitor.call('POST /api/user/login', logInWith(validCode))).code).toBe(500204)
  })

  test('is compared with five of fifty simultaneous guesses', async () => {
    const visitor = createVisitor(api)
    await visitor.sendCode(MOBILE)
    const wrong = otherThan(await readCode(api, MOBILE))
    const results = await Promise.all(
      Array.from({ length: 50 }, () => visitor.call('POST /api/user/login', logInWith(wrong))),
    )
    const count = (code: number) => results.filter((result) => result.code === code).length
    expect([count(500202), count(500204)]).toEqual([5, 45])
    expect(await readRow(api.db, sql`SELECT attempts FROM one_time_code`)).toEqual({ attempts: 5 })
  })

  test('locks the device for half an hour after ten wrong attempts in an hour', async () => {
    const visitor = createVisitor(api)
    for (let round = 0; round < 2; round += 1) {
      await visitor.sendCode(MOBILE)
      const wrong = otherThan(await readCode(api, MOBILE))
      for (let n = 0; n < 5; n += 1) await visitor.call('POST /api/user/login', logInWith(wrong))
      api.clock.now += MINUTE
    }
    await visitor.sendCode(MOBILE)
    const validCode = await readCode(api, MOBILE)
    const locked = await visitor.call('POST /api/user/login', logInWith(validCode))
    expect(locked).toMatchObject({
      code: 500203,
      data: { retry_at: '2027-05-05T12:31:00+08:00', server_time: '2027-05-05T12:02:00+08:00' },
    })
    api.clock.now += 29 * MINUTE
    await visitor.logIn(MOBILE)
  })

  test('is sent and accepted after the clock was a day ahead', async () => {
    const { now } = api.clock
    const visitor = createVisitor(api)
    for (let round = 0; round < 2; round += 1) {
      api.clock.now = now + DAY + round * MINUTE
      await visitor.sendCode(MOBILE)
      const wrong = otherThan(await readCode(api, MOBILE))
      for (let n = 0; n < 5; n += 1) await visitor.call('POST /api/user/login', logInWith(wrong))
    }
    api.clock.now = now
    await visitor.logIn(MOBILE)
  })
})

describe('code limits for unknown devices, with challenges disabled', () => {
  beforeEach(async () => {
    await api.close()
    api = await openAdminApi({ settings: { LOGIN_CHALLENGE: 'none' } })
  })

  async function countSent(times: number, stepMs: number, mobile = MOBILE, address?: string) {
    let sent = 0
    for (let n = 0; n < times; n += 1) {
      const visitor = createVisitor(api, { address: address ?? `203.0.113.${n % 250}` })
      if ((await visitor.sendCode(mobile)).code === 200) sent += 1
      api.clock.now += stepMs
    }
    return sent
  }

  test('one phone number: one per minute, four per hour, seven per day', async () => {
    expect(await countSent(6, 10_000)).toBe(1)
    api.clock.now += HOUR
    expect(await countSent(59, MINUTE)).toBe(4)
    api.clock.now += HOUR
    expect(await countSent(40, 30 * MINUTE)).toBe(2)
  })

  test('a refusal contains the time of the next attempt', async () => {
    const visitor = createVisitor(api)
    await visitor.sendCode(MOBILE)
    api.clock.now += 20_000
    expect(await visitor.sendCode(MOBILE)).toMatchObject({
      code: 500201,
      data: { retry_at: '2027-05-05T12:01:00+08:00', server_time: '2027-05-05T12:00:20+08:00' },
    })
  })

  test('one phone number: a countdown that ends a second early is tolerated', async () => {
    const visitor = createVisitor(api)
    await visitor.sendCode(MOBILE)
    api.clock.now += MINUTE - 1000
    expect((await visitor.sendCode(MOBILE)).code).toBe(200)
  })

  test('one phone number from one address: five per day', async () => {
    expect(await countSent(30, 40 * MINUTE, MOBILE, '203.0.113.1')).toBe(5)
  })

  test('one address: thirty per hour, whatever its forwarded headers claim', async () => {
    let sent = 0
    for (let n = 0; n < 40; n += 1) {
      const mobile = `+86138${String(n * 1_000_000 + 10_000_000)}`
      const visitor = createVisitor(api, { address: `10.0.0.${n}, 198.51.100.9` })
      if ((await visitor.sendCode(mobile)).code === 200) sent += 1
    }
    expect(sent).toBe(30)
  })

  test('one device: ten per hour', async () => {
    const visitor = createVisitor(api)
    const codes = []
    for (let n = 0; n < 12; n += 1) {
      codes.push((await visitor.sendCode(`+86139${String(n * 1_000_000 + 10_000_000)}`)).code)
    }
    expect(codes.filter((code) => code === 200)).toHaveLength(10)
  })

  test('one number prefix: fifty unused codes', async () => {
    let sent = 0
    for (let n = 0; n < 80; n += 1) {
      const visitor = createVisitor(api, { address: `203.0.${n}.1` })
      const mobile = `+861390013${String(n).padStart(4, '0')}`
      if ((await visitor.sendCode(mobile)).code === 200) sent += 1
    }
    expect(sent).toBe(50)
  })

  test('one number prefix: no limit if some of the codes are used', async () => {
    for (let n = 0; n < 50; n += 1) {
      const visitor = createVisitor(api, { address: `203.0.${n}.1` })
      const mobile = `+861390013${String(n).padStart(4, '0')}`
      if (n < 5) await visitor.logIn(mobile)
      else await visitor.sendCode(mobile)
    }
    const next = createVisitor(api, { address: '203.0.100.1' })
    expect((await next.sendCode('+8613900139999')).code).toBe(200)
  })

  test('requests across phone numbers and addresses reach every limit and exceed none', async () => {
    await api.close()
    api = await openAdminApi({ settings: { LOGIN_CHALLENGE: 'none', SMS_PER_HOUR: '100' } })
    const sent = new Map<string, number[]>()
    for (let n = 0; n < 600; n += 1) {
      // One number and one address get more requests than the others.
      const mobile = `+86150${String((n % 4 === 0 ? 0 : n % 61) * 10_007).padStart(8, '0')}`
      const address = `203.0.113.${n % 3 === 0 ? 0 : n % 7}`
      if ((await createVisitor(api, { address }).sendCode(mobile)).code === 200) {
        for (const name of [mobile, address, 'all']) {
          sent.set(name, [...(sent.get(name) ?? []), api.clock.now])
        }
      }
      api.clock.now += 15_000
    }
    const mostWithinHour = (isOfKind: (name: string) => boolean) =>
      Math.max(
        ...[...sent]
          .filter(([name]) => isOfKind(name))
          .flatMap(([, times]) =>
            times.map((at) => times.filter((time) => time >= at && time < at + HOUR).length),
          ),
      )
    expect(mostWithinHour((name) => name.startsWith('+'))).toBe(4)
    expect(mostWithinHour((name) => name.startsWith('203'))).toBe(30)
    // A fifth of the total is reserved for known browsers.
    expect(mostWithinHour((name) => name === 'all')).toBe(80)
  })

  test('known and unknown numbers get the same response', async () => {
    await createVisitor(api).logIn(MOBILE)
    api.clock.now += HOUR
    const known = await createVisitor(api).sendCode(MOBILE)
    const unknown = await createVisitor(api).sendCode('+8613900139000')
    expect(known.envelope).toEqual(unknown.envelope)
    const names = (response: Response) => [...response.headers.keys()].toSorted()
    expect(names(known.response)).toEqual(names(unknown.response))
  })
})
