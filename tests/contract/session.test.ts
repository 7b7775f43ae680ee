import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { readRow, readSql, runSql } from '#tests/support/database.ts'
import { createMember, openSession, type TestMember } from '#tests/support/member.ts'
import { createVisitor, readCode, readMailedCode, type Visitor } from '#tests/support/visitor.ts'

const MOBILE = '+8613800138000'
const NEW_MOBILE = '+8613900139000'
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let api: TestAdminApi
let member: Visitor
beforeEach(async () => {
  api = await openAdminApi()
  member = createVisitor(api)
  await member.logIn(MOBILE)
})
afterEach(() => api.close())

const listSessions = (visitor: Visitor) => visitor.call('GET /api/account/sessions')
const getResponseCode = async (call: Promise<{ code: number }>) => (await call).code

describe('session credentials', () => {
  test('include a cookie that scripts and other sites cannot use', async () => {
    const visitor = createVisitor(api)
    api.clock.now += MINUTE
    await visitor.sendCode(MOBILE)
    const body = { mobile: MOBILE, code: await readCode(api, MOBILE), agreed: true }
    const { response } = await visitor.call('POST /api/user/login', { body })
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith('sid='))
    expect(cookie).toMatch(/; Path=\/.*; HttpOnly; SameSite=Lax/)
  })

  test('are invalid without either the token or the cookie', async () => {
    const thief = createVisitor(api)
    thief.state.token = member.state.token
    expect(await getResponseCode(listSessions(thief))).toBe(401)
    const page = createVisitor(api)
    page.cookies.set('sid', member.cookies.get('sid') ?? '')
    expect(await getResponseCode(listSessions(page))).toBe(401)
    expect(await getResponseCode(listSessions(member))).toBe(200)
  })

  test('are not stored in the database', async () => {
    const rows = JSON.stringify(await readSql(api.db, sql`SELECT * FROM session`))
    expect(rows).not.toContain(member.state.token)
    expect(rows).not.toContain(member.cookies.get('sid'))
  })

  test('are new after each login', async () => {
    const before = { token: member.state.token, sid: member.cookies.get('sid') }
    api.clock.now += MINUTE
    await member.logIn(MOBILE)
    expect(member.state.token).not.toBe(before.token)
    expect(member.cookies.get('sid')).not.toBe(before.sid)
  })
})

describe('session lifetime', () => {
  test('ends after seven days without a visit', async () => {
    api.clock.now += 7 * DAY
    expect(await getResponseCode(listSessions(member))).toBe(401)
  })

  test('ends after thirty days despite visits', async () => {
    for (let day = 0; day < 29; day += 1) {
      api.clock.now += DAY
      expect(await getResponseCode(listSessions(member))).toBe(200)
    }
    api.clock.now += DAY
    expect(await getResponseCode(listSessions(member))).toBe(401)
  })

  test('credentials rotate daily; the previous ones stay valid for a minute', async () => {
    const previous = createVisitor(api)
    previous.state.token = member.state.token
    previous.cookies.set('sid', member.cookies.get('sid') ?? '')
    api.clock.now += DAY
    await listSessions(member)
    expect(member.state.token).not.toBe(previous.state.token)
    await listSessions(member)
    expect(await getResponseCode(listSessions(previous))).toBe(200)
    api.clock.now += MINUTE + 1
    expect(await getResponseCode(listSessions(previous))).toBe(401)
    expect(await getResponseCode(listSessions(member))).toBe(200)
  })

  test('the previous token is valid with the new cookie, which another tab has received', async () => {
    const tab = createVisitor(api)
    tab.state.token = member.state.token
    api.clock.now += DAY
    await listSessions(member)
    const { token } = tab.state
    tab.cookies.set('sid', member.cookies.get('sid') ?? '')
    api.clock.now += 1000
    expect(await getResponseCode(listSessions(tab))).toBe(200)
    // Another renewal would invalidate the token of the first tab.
    expect(tab.state.token).toBe(token)
    expect(await getResponseCode(listSessions(member))).toBe(200)
  })

  test('the new token is invalid with the previous cookie', async () => {
    const thief = createVisitor(api)
    thief.cookies.set('sid', member.cookies.get('sid') ?? '')
    api.clock.now += DAY
    await listSessions(member)
    thief.state.token = member.state.token
    expect(await getResponseCode(listSessions(thief))).toBe(401)
  })

  test('simultaneous calls rotate the credentials once', async () => {
    const [token, headers] = [member.state.token, member.headers()]
    api.clock.now += DAY
    const calls = Array.from({ length: 10 }, () =>
      api.call('GET /api/account/sessions', { headers }),
    )
    const renewed = (await Promise.all(calls)).map(({ response }) =>
      response.headers.get('renewed-token'),
    )
    expect(renewed.filter((next) => next !== null && next !== token)).toHaveLength(1)
  })

  test('rotated credentials are sent again if the response was lost', async () => {
    const { token } = member.state
    const sid = member.cookies.get('sid') ?? ''
    api.clock.now += DAY
    await listSessions(member)
    // Two responses were lost: the browser still has the previous credentials.
    for (let lost = 0; lost < 2; lost += 1) {
      member.state.token = token
      member.cookies.set('sid', sid)
      api.clock.now += 10 * MINUTE
      expect(await getResponseCode(listSessions(member))).toBe(200)
    }
    expect(member.state.token).not.toBe(token)
    expect(await getResponseCode(listSessions(member))).toBe(200)
  })

  test('is shorter for sessions without a cookie: a day without a visit, seven days at most', async () => {
    const other = await openAdminApi({ settings: { AUTH_MODE: 'bearer' } })
    const read = async ({ headers: { token } }: TestMember) =>
      (await other.call('GET /api/account/sessions', { headers: { token } })).envelope.code
    const idle = await createMember(other)
    const visiting = await createMember(other)
    for (let day = 0; day < 7; day += 1) {
      other.clock.now += DAY - 1
      expect(await read(visiting)).toBe(200)
    }
    expect(await read(idle)).toBe(401)
    other.clock.now += 7
    expect(await read(visiting)).toBe(401)
    await other.close()
  })

  test('the time of the last visit is recorded at most every five minutes', async () => {
    const visitAfter = async (ms: number) => {
      api.clock.now += ms
      const { sessions } = await member.read('GET /api/account/sessions')
      return api.clock.now - Date.parse(sessions[0]?.last_seen_at ?? '')
    }
    expect(await visitAfter(5 * MINUTE - 1000)).toBe(5 * MINUTE - 1000)
    expect(await visitAfter(1000)).toBe(0)
  })

  test('the eleventh session ends the one unused for longest', async () => {
    const others = Array.from({ length: 10 }, (_, n) =>
      createVisitor(api, { address: `203.0.113.${n}` }),
    )
    for (const [n, other] of others.entries()) {
      api.clock.now += 4 * 60 * MINUTE
      // The oldest session is in use.
      if (n === 9) await listSessions(member)
      await other.logIn(MOBILE)
    }
    const [unused = member] = others
    expect(await getResponseCode(listSessions(unused))).toBe(401)
    expect(await getResponseCode(listSessions(member))).toBe(200)
    expect(await readRow(api.db, sql`SELECT count(*) AS n FROM session`)).toEqual({ n: 10 })
  })

  test('a disabled account is logged out at once', async () => {
    await runSql(api.db, sql`UPDATE "user" SET disabled = 1`)
    expect(await getResponseCode(listSessions(member))).toBe(401)
  })
})

describe('logout', () => {
  test('ends only this session by default', async () => {
    api.clock.now += MINUTE
    const phone = createVisitor(api)
    await phone.logIn(MOBILE)
    const { response } = await member.call('POST /api/user/logout', { body: { everywhere: false } })
    expect(response.headers.getSetCookie().join()).toMatch(/sid=; Max-Age=0/)
    expect(await getResponseCode(listSessions(member))).toBe(401)
    expect(await getResponseCode(listSessions(phone))).toBe(200)
  })

  test('everywhere ends all sessions', async () => {
    const sessions: TestMember[] = []
    for (let n = 0; n < 10; n += 1) {
      const user = Number((await readRow(api.db, sql`SELECT id FROM "user"`))?.['id'])
      for (let m = 0; m < 10; m += 1) {
        sessions.push((await openSession(api, user)).member)
      }
    }
    api.clock.now += MINUTE
    await member.logIn(MOBILE)
    await member.call('POST /api/user/logout', { body: { everywhere: true } })
    for (const { headers } of sessions) {
      const cookie = headers.cookie.replace('sid=', '')
      expect(await api.deps.sessions.find(headers.token, cookie, api.clock.now)).toBeNull()
    }
  })

  test('without a session is not an error', async () => {
    const visitor = createVisitor(api)
    expect(
      await getResponseCode(visitor.call('POST /api/user/logout', { body: { everywhere: true } })),
    ).toBe(200)
  })

  test('from the list of devices ends the session of that device', async () => {
    api.clock.now += MINUTE
    const phone = createVisitor(api, { address: '203.0.113.44' })
    await phone.logIn(MOBILE)
    const { sessions } = await phone.read('GET /api/account/sessions')
    expect(sessions.map(({ current, address }) => [current, address])).toEqual([
      [true, '203.0.113.*'],
      [false, '198.51.100.*'],
    ])
    const id = sessions[1]?.id
    expect(
      await getResponseCode(phone.call('POST /api/account/end_session', { body: { id } })),
    ).toBe(200)
    expect(await getResponseCode(listSessions(member))).toBe(401)
    expect(
      await getResponseCode(phone.call('POST /api/account/end_session', { body: { id } })),
    ).toBe(404)
  })
})

describe('account changes', () => {
  const complete = (body: object) => member.call('POST /api/account/completeEmail', { body })

  test('an e-mail address is added with a code sent to it', { tags: ['S7.15'] }, async () => {
    const email = 'lin@example.org'
    expect((await complete({ step: 'send', email })).data).toMatchObject({ status: 'code_sent' })
    const code = await readMailedCode(api, email)
    const done = await complete({ step: 'confirm', email, code })
    expect(done.data).toMatchObject({ status: 'completed', profile: { email } })
  })

  test('an e-mail address that no mail server accepts is refused', async () => {
    const email = `${'x'.repeat(250)}@example.org`
    expect((await complete({ step: 'send', email })).code).toBe(400)
  })

  test('an e-mail address of another member is refused, regardless of case', async () => {
    const other = createVisitor(api)
    await other.logIn(NEW_MOBILE)
    await runSql(
      api.db,
      sql`UPDATE "user" SET email = ${'Lin@Example.org'} WHERE mobile = ${NEW_MOBILE}`,
    )
    const email = 'lin@example.org'
    await complete({ step: 'send', email })
    const code = await readMailedCode(api, email)
    expect((await complete({ step: 'confirm', email, code })).code).toBe(500206)
  })

  test('a login older than ten minutes must confirm the phone number again', async () => {
    api.clock.now += 11 * MINUTE
    const email = 'lin@example.org'
    expect((await complete({ step: 'send', email })).code).toBe(500207)
    const user = Number((await readRow(api.db, sql`SELECT id FROM "user"`))?.['id'])
    const other = await openSession(api, user, { now: api.clock.now - 11 * MINUTE })
    await member.sendCode(MOBILE, 'confirm')
    const body = { code: await readCode(api, MOBILE) }
    expect(await getResponseCode(member.call('POST /api/account/confirm', { body }))).toBe(200)
    expect((await complete({ step: 'send', email })).code).toBe(200)
    const { headers } = other.member
    const onOther = { headers, body: { step: 'send', email } }
    expect((await api.call('POST /api/account/completeEmail', onOther)).envelope.code).toBe(500207)
  })

  test('a confirmation code is sent to the member’s own number only', async () => {
    api.clock.now += MINUTE
    expect((await member.sendCode(NEW_MOBILE, 'confirm')).code).toBe(401)
    expect((await createVisitor(api).sendCode(MOBILE, 'confirm')).code).toBe(401)
  })

  test('the phone number is changed with codes to the old and the new number', async () => {
    api.clock.now += MINUTE
    await member.sendCode(MOBILE, 'confirm')
    await member.sendCode(NEW_MOBILE, 'change_mobile')
    const validCodes = {
      confirm_code: await readCode(api, MOBILE),
      code: await readCode(api, NEW_MOBILE),
    }
    const change = (codes: object) =>
      member.call('POST /api/account/change_mobile', { body: { mobile: NEW_MOBILE, ...codes } })
    // A wrong code does not use up the other one, and the response says which is wrong.
    for (const field of ['code', 'confirm_code']) {
      expect(await change({ ...validCodes, [field]: '000000' })).toMatchObject({
        code: 500202,
        data: { attempts_left: 4, field },
      })
    }
    const { code, data } = await change(validCodes)
    const profile = { mobile: NEW_MOBILE, nickname: '观众 9000' }
    expect([code, data]).toEqual([200, expect.objectContaining(profile)])
  })

  test('a number that no phone can have is refused', async () => {
    const body = { mobile: '+8610000000', confirm_code: '000000', code: '000000' }
    expect((await member.call('POST /api/account/change_mobile', { body })).code).toBe(500211)
  })

  test('the phone number of another member is refused, and the codes stay valid', async () => {
    api.clock.now += MINUTE
    await createVisitor(api).logIn(NEW_MOBILE)
    api.clock.now += MINUTE
    await member.sendCode(MOBILE, 'confirm')
    const confirm_code = await readCode(api, MOBILE)
    const change = async (mobile: string) => {
      await member.sendCode(mobile, 'change_mobile')
      const body = { mobile, confirm_code, code: await readCode(api, mobile) }
      return member.call('POST /api/account/change_mobile', { body })
    }
    expect((await change(NEW_MOBILE)).code).toBe(500209)
    expect(await change('+8613900139001')).toMatchObject({
      code: 200,
      data: { mobile: '+8613900139001' },
    })
  })
})
