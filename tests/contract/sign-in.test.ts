import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Locale } from '#api/language.ts'
import {
  drawCredential,
  openEmbedded,
  openGoogle,
  type SignInEnvironment,
} from '#tests/support/sign-in.ts'
import { sendAllMessages } from '#tests/support/send-all-messages.ts'
import { createVisitor, readCode, type Visitor } from '#tests/support/visitor.ts'
import { deleteOnInsert, readNumber, readRow, readSql, runSql } from '#tests/support/database.ts'
import { runJob } from '#tests/support/run-job.ts'

const KEY = 'POST /api/user/{provider}_login'
const MOBILE = '+8613800138000'
const OTHER = '+8613900139000'
const MINUTE = 60_000
const HOUR = 60 * MINUTE

type Credential = Awaited<ReturnType<typeof drawCredential>>

let world: SignInEnvironment
beforeEach(async () => {
  world = await openGoogle()
})
afterEach(() => world.close())

const count = (table: string) =>
  readNumber(world.api.db, sql`SELECT count(*) FROM ${sql.table(table)}`)
const audit = async () =>
  (await readSql(world.api.db, sql`SELECT action, user_id, data FROM audit_log ORDER BY id`)).map(
    ({ action, user_id, data }) => `${action} ${user_id} ${data}`,
  )

function signIn(
  visitor: Visitor,
  tokenAndNonce: Credential,
  bind: object | null = null,
  lang: Locale = 'zh-cn',
) {
  const body = { ...tokenAndNonce, agreed: true, bind }
  return visitor.call(KEY, { params: { provider: world.provider }, body, lang })
}

/** Requests a code to link a phone number, and reads it. */
async function drawBind(visitor: Visitor, mobile = MOBILE) {
  await visitor.sendCode(mobile, 'bind')
  return { mobile, code: await readCode(world.api, mobile) }
}

async function signUp(claims: object = {}, mobile = MOBILE) {
  const visitor = createVisitor(world.api)
  const bind = await drawBind(visitor, mobile)
  return (await signIn(visitor, await drawCredential(world, visitor, claims), bind)).data
}

/** A sign-in from another browser. */
async function signInElsewhere(claims: object = {}, lang?: Locale) {
  const visitor = createVisitor(world.api)
  const tokenAndNonce = await drawCredential(world, visitor, claims)
  return signIn(visitor, tokenAndNonce, null, lang)
}

describe('first sign-in', () => {
  test(
    'requires a phone number, and with its code creates an account and logs in',
    { tags: ['S1.11', 'S7.14'] },
    async () => {
      const visitor = createVisitor(world.api)
      const tokenAndNonce = await drawCredential(world, visitor)
      expect((await signIn(visitor, tokenAndNonce)).data).toEqual({ status: 'bind_mobile' })
      expect([await count('user'), await count('session')]).toEqual([0, 0])

      const { code, data, response } = await signIn(visitor, tokenAndNonce, await drawBind(visitor))
      expect(code).toBe(200)
      expect(data).toMatchObject({
        status: 'logged_in',
        token: expect.stringMatching(/^v1\./),
        expires_at: expect.any(String),
        profile: {
          mobile: MOBILE,
          bound_accounts: [{ provider: 'google', name: 'Lin Xiaoman' }],
          // The e-mail address claimed by the provider proves nothing to us.
          email: null,
        },
      })
      expect(response.headers.getSetCookie().join()).toMatch(/sid=.*HttpOnly/)
      expect(await audit()).toEqual([
        'bind account 1 {"provider":"google"}',
        'login 1 {"by":"google","address":"198.51.100.7"}',
      ])
    },
  )

  test('links the existing account of the phone number', async () => {
    const before = await createVisitor(world.api).logIn(MOBILE)
    world.api.clock.now += 2 * MINUTE
    expect(await signUp()).toMatchObject({ profile: { user_id: before.profile.user_id } })
  })

  test('is announced to an account from before messages in the language of the visitor', async () => {
    await createVisitor(world.api).logIn(MOBILE)
    await runSql(world.api.db, sql`UPDATE "user" SET lang = NULL`)
    world.api.clock.now += 2 * MINUTE
    const visitor = createVisitor(world.api)
    const bind = await drawBind(visitor)
    await signIn(visitor, await drawCredential(world, visitor), bind, 'en')
    const announced = sql`SELECT DISTINCT lang FROM member_message WHERE kind = 'sign_in_bound'`
    expect(await readSql(world.api.db, announced)).toEqual([{ lang: 'en' }])
  })

  test('links nothing with a wrong code, and the token stays valid', async () => {
    const visitor = createVisitor(world.api)
    const tokenAndNonce = await drawCredential(world, visitor)
    const bind = await drawBind(visitor)
    const wrong = { mobile: MOBILE, code: bind.code === '000000' ? '000001' : '000000' }
    expect(await signIn(visitor, tokenAndNonce, wrong)).toMatchObject({
      code: 500202,
      data: { attempts_left: 4 },
    })
    expect([await count('user'), await count('user_identity'), await count('session')]).toEqual([
      0, 0, 0,
    ])
    expect((await signIn(visitor, tokenAndNonce, bind)).code).toBe(200)
  })

  test('does not accept a login code', async () => {
    const visitor = createVisitor(world.api)
    await visitor.sendCode(MOBILE)
    const bind = { mobile: MOBILE, code: await readCode(world.api, MOBILE) }
    expect((await signIn(visitor, await drawCredential(world, visitor), bind)).code).toBe(500204)
  })

  test('is refused for a phone number whose account has another identity of the provider', async () => {
    await signUp()
    world.api.clock.now += 2 * MINUTE
    const visitor = createVisitor(world.api)
    const bind = await drawBind(visitor)
    const tokenAndNonce = await drawCredential(world, visitor, { sub: 'somebody else' })
    expect((await signIn(visitor, tokenAndNonce, bind)).code).toBe(500208)
    // The refusal uses up neither the code nor the token, which can still link another phone number.
    expect((await signIn(visitor, tokenAndNonce, bind)).code).toBe(500208)
    expect((await signIn(visitor, tokenAndNonce, await drawBind(visitor, OTHER))).code).toBe(200)
  })
})

describe('next sign-in', () => {
  test('logs in to the same account at once', { tags: ['S7.14'] }, async () => {
    const first = await signUp()
    const { data } = await signInElsewhere()
    const { profile } = first as { profile: { user_id: number } }
    expect(data).toMatchObject({ status: 'logged_in', profile: { user_id: profile.user_id } })
    expect(await count('user')).toBe(1)
  })

  test('gives an account from before messages the language of the visitor', async () => {
    await signUp()
    await runSql(world.api.db, sql`UPDATE "user" SET lang = NULL`)
    await signInElsewhere({}, 'en')
    expect(await readRow(world.api.db, sql`SELECT lang FROM "user"`)).toEqual({ lang: 'en' })
    await signInElsewhere({}, 'zh-cn')
    expect(await readRow(world.api.db, sql`SELECT lang FROM "user"`)).toEqual({ lang: 'en' })
  })

  test('with the e-mail address of a member does not log in as that member', async () => {
    await signUp()
    await runSql(world.api.db, sql`UPDATE "user" SET email = ${'lin@example.com'}`)
    const thief = { sub: 'thief', email: 'lin@example.com', email_verified: true }
    const { data } = await signInElsewhere(thief)
    expect(data).toEqual({ status: 'bind_mobile' })
    expect(await count('session')).toBe(1)
  })

  test('with the subject of a member at another provider does not log in as that member', async () => {
    await signUp()
    await runSql(world.api.db, sql`UPDATE user_identity SET provider = 'other'`)
    const { data } = await signInElsewhere()
    expect(data).toEqual({ status: 'bind_mobile' })
  })

  test('is refused for a disabled account', async () => {
    await signUp()
    await runSql(world.api.db, sql`UPDATE "user" SET disabled = 1`)
    const { code } = await signInElsewhere()
    expect([code, await count('session')]).toEqual([500203, 1])
  })
})

describe('ID token', () => {
  test('logs in once; a replay is refused on any device', async () => {
    await signUp()
    const visitor = createVisitor(world.api)
    const tokenAndNonce = await drawCredential(world, visitor)
    expect((await signIn(visitor, tokenAndNonce)).code).toBe(200)
    for (const next of [visitor, createVisitor(world.api)]) {
      expect((await signIn(next, tokenAndNonce)).code).toBe(500205)
    }
    expect(await count('session')).toBe(2)
  })

  test('stolen before its use does not log in another browser', async () => {
    await signUp()
    const visitor = createVisitor(world.api)
    const tokenAndNonce = await drawCredential(world, visitor)
    const thief = createVisitor(world.api)
    expect((await signIn(thief, tokenAndNonce)).code).toBe(500205)
    // Neither with the thief's device cookie nor with the thief's nonce.
    const { nonce } = await thief.read('POST /api/user/nonce')
    expect((await signIn(thief, tokenAndNonce)).code).toBe(500205)
    expect((await signIn(thief, { ...tokenAndNonce, nonce })).code).toBe(500205)
    await thief.logIn(OTHER)
    const bind = await thief.call('POST /api/account/bind', {
      body: { provider: 'google', ...tokenAndNonce },
    })
    expect(bind.code).toBe(500205)
    expect(world.api.logs.join('')).toContain('the nonce was not issued to this browser')
    // The owner of the token can still log in.
    expect((await signIn(visitor, tokenAndNonce)).code).toBe(200)
  })

  test('with a nonce that the API did not issue is refused', async () => {
    await signUp()
    const visitor = createVisitor(world.api)
    await visitor.read('POST /api/user/nonce')
    const nonce = 'n'.repeat(43)
    const { credential } = await drawCredential(world, visitor, { nonce })
    expect((await signIn(visitor, { nonce, credential })).code).toBe(500205)
  })

  test('is accepted once in 20 simultaneous calls', async () => {
    await signUp()
    const visitor = createVisitor(world.api)
    const tokenAndNonce = await drawCredential(world, visitor)
    const results = await Promise.all(
      Array.from({ length: 20 }, () => signIn(visitor, tokenAndNonce)),
    )
    expect(results.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(await count('session')).toBe(2)
  })

  test('would be accepted 20 times without the used-nonce lock: negative control', async () => {
    await signUp()
    const visitor = createVisitor(world.api)
    const tokenAndNonce = await drawCredential(world, visitor)
    await deleteOnInsert(world.api, 'used_nonce')
    const results = await Promise.all(
      Array.from({ length: 20 }, () => signIn(visitor, tokenAndNonce)),
    )
    expect(results.filter(({ code }) => code === 200)).toHaveLength(20)
  })

  test('is deleted from the used nonces once it has expired', async () => {
    await signUp()
    const erase = (ms: number) =>
      runJob(world.api, 'erase expired sign-ins', world.api.clock.now + ms)
    await erase(HOUR)
    expect(await count('used_nonce')).toBe(1)
    await erase(HOUR + MINUTE)
    expect(await count('used_nonce')).toBe(0)
  })

  test('is stored neither in the database nor in the log', async () => {
    const visitor = createVisitor(world.api)
    const tokenAndNonce = await drawCredential(world, visitor)
    await signIn(visitor, tokenAndNonce, await drawBind(visitor))
    const kept = JSON.stringify(await readSql(world.api.db, sql`SELECT * FROM used_nonce`))
    for (const secret of [tokenAndNonce.nonce, tokenAndNonce.credential]) {
      expect(kept + world.api.logs.join('')).not.toContain(secret)
    }
  })
})

describe('account linking by a member', () => {
  const bindTo = async (visitor: Visitor, claims: object = {}, provider = world.provider) =>
    visitor.call('POST /api/account/bind', {
      body: { provider, ...(await drawCredential(world, visitor, claims)) },
    })

  test('links and unlinks a third-party account', async () => {
    const visitor = createVisitor(world.api)
    await visitor.logIn(MOBILE)
    const bound = { provider: 'google', name: 'Lin Xiaoman', bound_at: expect.any(String) }
    expect((await bindTo(visitor)).data).toMatchObject({ bound_accounts: [bound] })
    expect((await bindTo(visitor)).data).toMatchObject({ bound_accounts: [bound] })
    expect((await signInElsewhere()).code).toBe(200)

    const body = { provider: 'google' }
    for (let n = 0; n < 2; n += 1) {
      const undone = await visitor.call('POST /api/account/unbind', { body })
      expect(undone.data).toMatchObject({ bound_accounts: [] })
    }
    const { data } = await signInElsewhere()
    expect(data).toEqual({ status: 'bind_mobile' })
    expect((await audit()).filter((line) => line.includes('bind'))).toEqual([
      'bind account 1 {"provider":"google"}',
      'unbind account 1 {"provider":"google"}',
    ])
  })

  test('announces each link and its end to the member once', async () => {
    const visitor = createVisitor(world.api)
    await visitor.logIn(MOBILE)
    await bindTo(visitor)
    await bindTo(visitor)
    await sendAllMessages(world.api)
    world.api.clock.now += MINUTE
    const body = { provider: 'google' }
    for (let n = 0; n < 2; n += 1) await visitor.read('POST /api/account/unbind', { body })
    await sendAllMessages(world.api)
    const { items } = await visitor.read('POST /api/account/messages')
    expect(items).toMatchObject([
      { title: '已不能再用“Google”登录' },
      { title: '现在可以用“Google”登录了' },
    ])
  })

  test('requires a recent code', async () => {
    const visitor = createVisitor(world.api)
    await visitor.logIn(MOBILE)
    await bindTo(visitor)
    world.api.clock.now += 11 * MINUTE
    expect((await bindTo(visitor)).code).toBe(500207)
    const undo = await visitor.call('POST /api/account/unbind', { body: { provider: 'google' } })
    expect([undo.code, await count('user_identity')]).toEqual([500207, 1])

    await visitor.sendCode(MOBILE, 'confirm')
    const body = { code: await readCode(world.api, MOBILE) }
    await visitor.read('POST /api/account/confirm', { body })
    expect((await bindTo(visitor)).code).toBe(200)
  })

  test('refuses an account of another member, and a second one', async () => {
    await signUp({}, OTHER)
    const visitor = createVisitor(world.api)
    await visitor.logIn(MOBILE)
    expect((await bindTo(visitor)).code).toBe(500208)
    expect((await bindTo(visitor, { sub: 'mine' })).code).toBe(200)
    expect((await bindTo(visitor, { sub: 'my second' })).code).toBe(500208)
    expect(await count('user_identity')).toBe(2)
  })

  test('refuses an invalid token, a used one, and an unknown provider', async () => {
    const visitor = createVisitor(world.api)
    await visitor.logIn(MOBILE)
    expect((await bindTo(visitor, { aud: 'someone-else' })).code).toBe(500205)
    expect((await bindTo(visitor, {}, 'wechat')).code).toBe(404)
    const body = { provider: 'google', ...(await drawCredential(world, visitor)) }
    expect((await visitor.call('POST /api/account/bind', { body })).code).toBe(200)
    expect((await visitor.call('POST /api/account/bind', { body })).code).toBe(500205)
    expect((await signIn(createVisitor(world.api), body)).code).toBe(500205)
  })
})

describe('sign-in offer in the init data', () => {
  test('contains Google with client id and script', { tags: ['S2.73'] }, async () => {
    const { sign_in } = await world.api.read('GET /api/index/init')
    expect(sign_in).toEqual([
      {
        kind: 'script',
        provider: 'google',
        label: 'Google',
        client_id: world.clientId,
        script: 'https://accounts.google.com/gsi/client',
        issues_nonce: true,
        start: null,
      },
    ])
  })

  test('contains test accounts in the language of the call', async () => {
    const embedded = await openEmbedded()
    const labels = await Promise.all(
      (['zh-cn', 'en'] as const).map(async (lang) => {
        const { sign_in } = await embedded.api.read('GET /api/index/init', { lang })
        return sign_in?.map(({ label }) => label)
      }),
    )
    expect(labels).toEqual([['测试账号'], ['Test account']])
    await embedded.close()
  })
})
