import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eraseOldLogins } from '#scripts/admin-api/personal-data/retention.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { solveChallenge } from '#tests/support/solve-challenge.ts'
import { createVisitor, readCode } from '#tests/support/visitor.ts'
import { readNumber } from '#tests/support/database.ts'

const MOBILE = '+8613800138000'
const OTHER = '+8613900139000'
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

let strangers = 0
/** Another visitor with their own browser and address. */
const createStranger = () => {
  strangers += 1
  return createVisitor(api, { address: `203.0.${(strangers >> 8) & 255}.${strangers & 255}` })
}
const requestCode = (visitor = createStranger(), mobile = MOBILE, challenge?: unknown) =>
  visitor.call('POST /api/sms/send', {
    body: { mobile, purpose: 'login', ...(challenge !== undefined && { challenge }) },
  })

/** A member whose browser logged in some days ago. */
async function createOwner(daysAgo = 3) {
  const owner = createVisitor(api)
  await owner.logIn(MOBILE)
  await owner.call('POST /api/user/logout', { body: { everywhere: false } })
  owner.state.token = ''
  api.clock.now += daysAgo * DAY
  return owner
}

describe('strangers at the login', () => {
  test('cannot lock out the owner of a number by guessing without a code', async () => {
    const owner = createVisitor(api)
    await owner.sendCode(MOBILE)
    const validCode = await readCode(api, MOBILE)
    for (let n = 0; n < 40; n += 1) {
      // From many addresses, and from the address of the owner.
      const visitor = n % 2 === 0 ? createStranger() : createVisitor(api)
      const { code } = await visitor.call('POST /api/user/login', logInWith(otherThan(validCode)))
      expect(code).toBe(500204)
    }
    expect((await owner.call('POST /api/user/login', logInWith(validCode))).code).toBe(200)
  })

  test('do not invalidate the code of the owner by requesting codes', async () => {
    const owner = createVisitor(api)
    await owner.sendCode(MOBILE)
    const validCode = await readCode(api, MOBILE)
    api.clock.now += MINUTE
    expect((await createStranger().sendCode(MOBILE)).code).toBe(200)
    expect((await owner.call('POST /api/user/login', logInWith(validCode))).code).toBe(200)
  })

  test('cannot use up all codes of a number: a known browser still gets one', async () => {
    const owner = await createOwner()
    let sentCount = 0
    for (let n = 0; n < 12; n += 1) {
      if ((await createStranger().sendCode(MOBILE)).code === 200) sentCount += 1
      api.clock.now += HOUR
    }
    expect(sentCount).toBe(7)
    expect((await createStranger().sendCode(MOBILE)).code).toBe(500201)
    expect((await requestCode(owner)).code).toBe(200)
    const validCode = await readCode(api, MOBILE)
    expect((await owner.call('POST /api/user/login', logInWith(validCode))).code).toBe(200)
  })

  test('lock only their own device by wrong codes for the number of the owner', async () => {
    for (let n = 0; n < 2; n += 1) {
      const stranger = createStranger()
      await stranger.sendCode(MOBILE)
      const wrongCode = otherThan(await readCode(api, MOBILE))
      for (let guess = 0; guess < 5; guess += 1) {
        await stranger.call('POST /api/user/login', logInWith(wrongCode))
      }
      api.clock.now += MINUTE
    }
    const owner = createVisitor(api)
    const solution = await solveChallenge((await requestCode(owner)).data)
    expect((await requestCode(owner, MOBILE, solution)).code).toBe(200)
    const validCode = await readCode(api, MOBILE)
    expect((await owner.call('POST /api/user/login', logInWith(validCode))).code).toBe(200)
  })

  test('cannot lock a known browser by wrong codes from the same address', async () => {
    const owner = await createOwner()
    for (let n = 0; n < 6; n += 1) {
      const mobile = `+861390013900${n}`
      const guesser = createVisitor(api)
      await guesser.sendCode(mobile)
      const wrongCode = otherThan(await readCode(api, mobile))
      for (let guess = 0; guess < 5; guess += 1) {
        await guesser.call('POST /api/user/login', logInWith(wrongCode, mobile))
      }
    }
    await owner.sendCode(MOBILE)
    const validCode = await readCode(api, MOBILE)
    expect((await owner.call('POST /api/user/login', logInWith(validCode))).code).toBe(200)
    // Proves that the address itself is throttled.
    const newcomer = createVisitor(api)
    await newcomer.sendCode(OTHER)
    const code = await readCode(api, OTHER)
    const locked = await newcomer.call('POST /api/user/login', logInWith(code, OTHER))
    expect(locked.code).toBe(500203)
  })

  test('cannot use up the SMS budget: a fifth is reserved for known browsers', async () => {
    await api.close()
    api = await openAdminApi({ settings: { SMS_PER_HOUR: '10', LOGIN_CHALLENGE: 'none' } })
    const owner = await createOwner()
    const codes = []
    for (let n = 0; n < 12; n += 1) {
      codes.push((await requestCode(createStranger(), `+86139001${n + 10}000`)).code)
    }
    expect(codes.filter((code) => code === 200)).toHaveLength(8)
    expect((await requestCode(owner)).code).toBe(200)
  })
})

describe('known browsers', () => {
  test('are forgotten half a year after their last code', async () => {
    await createOwner()
    const count = () => readNumber(api.db, sql`SELECT count(*) FROM known_device`)
    await eraseOldLogins(api.db, api.clock.now + 176 * DAY)
    expect(await count()).toBe(1)
    await eraseOldLogins(api.db, api.clock.now + 178 * DAY)
    expect(await count()).toBe(0)
  })

  test('are known for their own number only', async () => {
    const owner = await createOwner()
    for (let n = 0; n < 2; n += 1) {
      await createStranger().sendCode(OTHER)
      api.clock.now += 2 * MINUTE
    }
    expect((await requestCode(owner, OTHER)).code).toBe(500213)
    expect((await requestCode(owner, MOBILE)).code).toBe(200)
  })
})

describe('proof-of-work challenge', () => {
  /** Requests two codes for a number, so that the third requires a challenge. */
  async function requireChallenge(mobile = MOBILE) {
    for (let n = 0; n < 2; n += 1) {
      expect((await requestCode(createStranger(), mobile)).code).toBe(200)
      api.clock.now += 2 * MINUTE
    }
  }

  test('is required from the third code of a number, and its solution sends one', async () => {
    await requireChallenge()
    const stranger = createStranger()
    const refusal = await requestCode(stranger)
    expect(refusal).toMatchObject({
      code: 500213,
      data: { challenge: { kind: 'proof-of-work', parameters: { algorithm: 'PBKDF2/SHA-256' } } },
    })
    expect(JSON.stringify(refusal.data)).not.toContain(MOBILE.slice(3))
    const solution = await solveChallenge(refusal.data)
    expect((await requestCode(stranger, MOBILE, solution)).code).toBe(200)
  })

  test('is valid once, for its number, for ten minutes', async () => {
    await requireChallenge()
    await requireChallenge(OTHER)
    const stranger = createStranger()
    const { data } = await requestCode(stranger)
    const solution = await solveChallenge(data)
    expect((await requestCode(stranger, OTHER, solution)).code).toBe(500213)
    const elsewhere = structuredClone(solution)
    elsewhere.parameters.data = { ...elsewhere.parameters.data, target: 'x' }
    expect((await requestCode(stranger, MOBILE, elsewhere)).code).toBe(500213)
    api.clock.now += 7 * MINUTE
    expect((await requestCode(stranger, MOBILE, solution)).code).toBe(200)
    api.clock.now += 2 * MINUTE
    expect((await requestCode(stranger, MOBILE, solution)).code).toBe(500213)

    const late = await solveChallenge((await requestCode(stranger)).data)
    api.clock.now += 10 * MINUTE
    expect((await requestCode(stranger, MOBILE, late)).code).toBe(500213)
  })

  test('sends one code for two simultaneous requests with the same solution', async () => {
    await requireChallenge()
    const stranger = createStranger()
    const solution = await solveChallenge((await requestCode(stranger)).data)
    const results = await Promise.all([
      requestCode(stranger, MOBILE, solution),
      requestCode(stranger, MOBILE, solution),
    ])
    expect(results.map(({ code }) => code).toSorted()).toEqual([200, 500201])
  })

  test.each([
    ['a wrong counter', { solution: { counter: 0, derivedKey: '00'.repeat(32) } }],
    ['a foreign signature', { signature: '00'.repeat(32) }],
  ])('is not solved by %s', async (_title, change) => {
    await requireChallenge()
    const stranger = createStranger()
    const solution = await solveChallenge((await requestCode(stranger)).data)
    expect((await requestCode(stranger, MOBILE, { ...solution, ...change })).code).toBe(500213)
  })

  test.each([
    ['less work', { cost: 1 }],
    ['a shorter prefix', { keyPrefix: '00' }],
  ])('cannot be changed to one with %s', async (_title, change) => {
    await requireChallenge()
    const stranger = createStranger()
    const solution = await solveChallenge((await requestCode(stranger)).data)
    const eased = { ...solution, parameters: { ...solution.parameters, ...change } }
    expect((await requestCode(stranger, MOBILE, eased)).code).toBe(500213)
  })

  test('replaces the wait after many codes for one number prefix', async () => {
    for (let n = 0; n < 50; n += 1) {
      const mobile = `+861390013${String(n).padStart(4, '0')}`
      expect((await requestCode(createStranger(), mobile)).code).toBe(200)
    }
    const stranger = createStranger()
    expect((await requestCode(stranger, OTHER)).code).toBe(500213)
    expect((await stranger.sendCode(OTHER)).code).toBe(200)
  })

  test('lets a full hall behind one address log in', async () => {
    const codes = []
    for (let n = 0; n < 12; n += 1) {
      const visitor = createVisitor(api)
      codes.push((await requestCode(visitor, `+86139${20 + n}139000`)).code)
      if (codes.at(-1) !== 200) codes.push((await visitor.sendCode(`+86139${20 + n}139000`)).code)
    }
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 200), 500213, 200, 500213, 200])
  })

  test('is not required of members for their own number', async () => {
    await requireChallenge()
    const owner = createVisitor(api)
    await owner.logIn(MOBILE)
    api.clock.now += 10 * MINUTE
    await createStranger().sendCode(MOBILE)
    api.clock.now += MINUTE
    const body = { mobile: MOBILE, purpose: 'confirm' }
    expect((await owner.call('POST /api/sms/send', { body })).code).toBe(200)
  })

  test('is not required of members who change their number', async () => {
    const owner = createVisitor(api)
    await owner.logIn(MOBILE)
    await requireChallenge(OTHER)
    const body = { mobile: OTHER, purpose: 'change_mobile' }
    expect((await owner.call('POST /api/sms/send', { body })).code).toBe(200)
  })

  test('is not required if disabled in the settings', async () => {
    await api.close()
    api = await openAdminApi({ settings: { LOGIN_CHALLENGE: 'none' } })
    await requireChallenge()
    expect((await requestCode()).code).toBe(200)
  })
})
