import { generateKeyPairSync } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createApple } from '#scripts/admin-api/providers/sign-in/apple.ts'
import { listProviders } from '#scripts/admin-api/providers/sign-in/create-providers.ts'
import { mapLocales } from '#api/language.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { readNumber, readRow, readSql } from '#tests/support/database.ts'
import { startOidc, type Oidc } from '#tests/support/oidc/start-oidc.ts'
import { createOidcKey, signHs256, signNot, signRs256 } from '#tests/support/oidc/tokens.ts'
import { createVisitor, readCode, type Visitor } from '#tests/support/visitor.ts'
import {
  startWechatOauth,
  type WechatOauthApi,
} from '#tests/support/wechat-oauth/start-wechat-oauth.ts'

const SITE = 'https://theatre.example'
const MOBILE = '+8613800138000'
const MINUTE = 60_000
const WECHAT = 'Mozilla/5.0 (Linux; Android 15) Mobile MicroMessenger/8.0.50'
const WEBSITE_APP = 'wxed382be4b54bb0da'
const ACCOUNT_APP = 'wx2421b1c4370ec43b'

/** Keys of the provider, and a foreign one. */
const KEYS = [createOidcKey(), createOidcKey()] as const
const FOREIGN_KEY = createOidcKey()

let clock: { now: number }
let api: TestAdminApi
let oidc: Oidc
let wechat: WechatOauthApi
let visitor: Visitor
beforeAll(async () => {
  const now = () => clock.now
  oidc = await startOidc(now)
  wechat = await startWechatOauth(
    [
      { appid: WEBSITE_APP, domain: SITE, scopes: ['snsapi_login'] },
      { appid: ACCOUNT_APP, domain: SITE, scopes: ['snsapi_base', 'snsapi_userinfo'] },
    ],
    now,
  )
})
afterAll(() => Promise.all([oidc.close(), wechat.close()]))
beforeEach(async () => {
  api = await openAdminApi({
    settings: {
      ...oidc.settings,
      ...wechat.settings,
      WECHAT_WEBSITE_APP: WEBSITE_APP,
      WECHAT_WEBSITE_SECRET: wechat.secret,
      WECHAT_ACCOUNT_APP: ACCOUNT_APP,
      WECHAT_ACCOUNT_SECRET: wechat.secret,
    },
  })
  clock = api.clock
  visitor = createVisitor(api)
  const [key] = KEYS
  Object.assign(oidc.state, {
    faultMode: 'none',
    key,
    published: [key],
    person: { sub: '1098', name: 'Lin Xiaoman', email: 'lin@example.com' },
    writeToken: signRs256,
  })
  const openids = {
    [WEBSITE_APP]: 'oWebsite000000000000000000',
    [ACCOUNT_APP]: 'oAccount000000000000000000',
  }
  const person = { openids, unionid: 'o6_bmasdasdsad6_2sgVt7hMZOPfL', nickname: '林小满' }
  Object.assign(wechat.state, { faultMode: 'none', person })
})
afterEach(() => api.close())

const countLogins = () =>
  Promise.all(
    ['session', 'user', 'user_identity'].map((table) =>
      readNumber(api.db, sql`SELECT count(*) FROM ${sql.table(table)}`),
    ),
  )

const start = async (by = visitor, provider = 'oidc', back = '/login?return=/user/user') => {
  const query = new URLSearchParams({ return: back })
  const response = await by.visit(`/api/sign-in/${provider}/start?${query}`)
  expect(response.status).toBe(303)
  return response.headers.get('location') ?? ''
}

/** Requests the provider's page. */
const open = (url: string) => fetch(url, { redirect: 'manual' })
const authorize = async (url: string) => (await open(url)).headers.get('location') ?? ''

/** Follows the callback. @returns the path to the site, and the parameters of the fragment */
async function followCallback(address: string, by = visitor) {
  const response = await by.visit(address)
  expect(response.status).toBe(303)
  const [path = '', fragment = ''] = (response.headers.get('location') ?? '').split('#')
  return { path, ...Object.fromEntries(new URLSearchParams(fragment)) } as Record<string, string>
}

async function signIn(by = visitor, provider = 'oidc') {
  return followCallback(await authorize(await start(by, provider)), by)
}

function logIn(params: Record<string, string>, bind: object | null = null, by = visitor) {
  const { sign_in: provider = '', credential, nonce } = params
  const body = { credential, nonce, agreed: true, bind }
  return by.call('POST /api/user/{provider}_login', { params: { provider }, body })
}

async function drawBind(by = visitor) {
  await by.sendCode(MOBILE, 'bind')
  return { mobile: MOBILE, code: await readCode(api, MOBILE) }
}

const FAILED = { path: '/login?return=/user/user', sign_in: 'oidc', failure: 'unfinished' }

describe('sign-in by OpenID Connect', () => {
  test('uses PKCE, nonce and state, and returns with a ticket for this browser', async () => {
    const url = await start()
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      client_id: oidc.clientId,
      response_type: 'code',
      scope: 'openid profile email',
      redirect_uri: `${SITE}/api/sign-in/oidc/callback`,
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[0-9a-f]{96}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    const back = await followCallback(await authorize(url))
    expect(back).toMatchObject({ path: '/login?return=/user/user', sign_in: 'oidc' })
    expect((await logIn(back)).data).toEqual({ status: 'bind_mobile' })
    const { code, data } = await logIn(back, await drawBind())
    expect(code).toBe(200)
    expect(data).toMatchObject({
      status: 'logged_in',
      profile: { bound_accounts: [{ provider: 'oidc', name: 'Lin Xiaoman' }], email: null },
    })
    // The next sign-in logs in at once, also in another browser.
    const other = createVisitor(api)
    expect((await logIn(await signIn(other), null, other)).data).toMatchObject({
      status: 'logged_in',
    })
    expect(await countLogins()).toEqual([2, 1, 1])
  })

  test('links the account to a logged-in member', async () => {
    await visitor.logIn(MOBILE)
    const { credential, nonce } = await signIn()
    const body = { provider: 'oidc', credential, nonce }
    expect((await visitor.call('POST /api/account/bind', { body })).data).toMatchObject({
      bound_accounts: [{ provider: 'oidc', name: 'Lin Xiaoman' }],
    })
  })

  test('stores the subject together with its issuer', async () => {
    await logIn(await signIn(), await drawBind())
    const row = await readRow(api.db, sql`SELECT subject FROM user_identity`)
    expect(row?.['subject']).toBe(`${oidc.issuer} 1098`)
  })

  test('is offered in the init data, if configured', async () => {
    const { sign_in } = await visitor.read('GET /api/index/init')
    expect(sign_in).toEqual([
      {
        kind: 'redirect',
        provider: 'wechat',
        label: '微信',
        start: '/api/sign-in/wechat/start',
        works_in_wechat: true,
      },
      {
        kind: 'redirect',
        provider: 'oidc',
        label: 'Theatre ID',
        start: '/api/sign-in/oidc/start',
        works_in_wechat: true,
      },
    ])
    for (const provider of ['google', 'apple', 'microsoft', 'embedded']) {
      expect((await visitor.visit(`/api/sign-in/${provider}/start`)).status).toBe(404)
      expect((await visitor.visit(`/api/sign-in/${provider}/callback`)).status).toBe(404)
    }
  })

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/login',
    'javascript:alert(1)',
    '/../..//evil.example',
  ])('never returns to another site: %s', async (back) => {
    const { path } = await followCallback(await authorize(await start(visitor, 'oidc', back)))
    expect(new URL(path ?? '', SITE).origin).toBe(SITE)
    expect(path).not.toContain('evil.example/login')
  })

  test('logs no secrets', async () => {
    const back = await signIn()
    const logs = api.logs.join('')
    for (const secret of [back['credential'], back['nonce'], oidc.secret, ...oidc.codes.keys()]) {
      expect(logs).not.toContain(secret)
    }
  })
})

/** Invalid callbacks. */
const RETURNS: [string, (back: URL) => unknown][] = [
  ['without a state', (back) => back.searchParams.delete('state')],
  ['with a made-up state', (back) => back.searchParams.set('state', 'f'.repeat(96))],
  [
    'with a changed state',
    (back) => {
      const state = back.searchParams.get('state') ?? ''
      back.searchParams.set('state', state.slice(0, -1) + (state.endsWith('0') ? '1' : '0'))
    },
  ],
  ['with a duplicate state', (back) => back.searchParams.append('state', 'f'.repeat(96))],
  ['without a code', (back) => back.searchParams.delete('code')],
  ['with a made-up code', (back) => back.searchParams.set('code', 'made-up')],
  [
    'with the code of another sign-in (PKCE)',
    async (back) => {
      const other = createVisitor(api)
      const theirs = new URL(await authorize(await start(other)))
      back.searchParams.set('code', theirs.searchParams.get('code') ?? '')
    },
  ],
  [
    'with a code for another redirect URI',
    (back) => {
      const asked = new URLSearchParams(oidc.state.lastAuthorization)
      asked.set('redirect_uri', `${SITE}/elsewhere`)
      back.searchParams.set('code', oidc.issueCode(asked, { sub: '1098' }))
    },
  ],
  ['of another provider (iss)', (back) => back.searchParams.set('iss', 'https://evil.example')],
  [
    'at the callback of another provider',
    (back) => {
      back.pathname = '/api/sign-in/wechat/callback'
    },
  ],
  [
    'with an error of the provider',
    (back) => back.searchParams.set('error', 'temporarily_unavailable'),
  ],
  ['to a browser without cookies', () => visitor.cookies.clear()],
]

/** Writes the ID token of a grant. */
type Write = typeof oidc.state.writeToken
const later = (claims: object, seconds: number) => ({
  ...claims,
  iat: Math.floor(clock.now / 1000) + seconds,
})
const TOKENS: [string, Write][] = [
  ['without a signature', (claims) => signNot(claims)],
  ['signed with the client secret', (claims) => signHs256(claims, oidc.secret)],
  ['signed with an unpublished key', (claims) => signRs256(claims, FOREIGN_KEY)],
  [
    'signed with a foreign key under a published key id',
    (claims, key) => signRs256(claims, { ...FOREIGN_KEY, kid: key.kid }),
  ],
  [
    'changed after signing',
    (claims, key) => {
      const [header, , signature] = signRs256(claims, key).split('.')
      const payload = Buffer.from(JSON.stringify({ ...claims, sub: '1' })).toString('base64url')
      return `${header}.${payload}.${signature}`
    },
  ],
  [
    'of another issuer',
    (claims, key) => signRs256({ ...claims, iss: 'https://evil.example' }, key),
  ],
  ['for another client', (claims, key) => signRs256({ ...claims, aud: 'other' }, key)],
  [
    'for two clients, authorised for another',
    (claims, key) => signRs256({ ...claims, aud: [oidc.clientId, 'other'], azp: 'other' }, key),
  ],
  ['with another nonce', (claims, key) => signRs256({ ...claims, nonce: 'n'.repeat(43) }, key)],
  ['without a nonce', (claims, key) => signRs256({ ...claims, nonce: undefined }, key)],
  ['without a subject', (claims, key) => signRs256({ ...claims, sub: undefined }, key)],
  ['with an empty subject', (claims, key) => signRs256({ ...claims, sub: '' }, key)],
  ['that has expired', (claims, key) => signRs256({ ...later(claims, -7200), exp: 1 }, key)],
  ['without an expiry', (claims, key) => signRs256({ ...claims, exp: undefined }, key)],
  [
    'that is not valid yet',
    (claims, key) => signRs256({ ...claims, nbf: Math.floor(clock.now / 1000) + 300 }, key),
  ],
  ['in an invalid format', () => 'a.b.c'],
]

describe('sign-in callback', () => {
  test.each(RETURNS)('%s is rejected', async (_, change) => {
    const back = new URL(await authorize(await start()))
    await change(back)
    const outcome = await followCallback(back.href)
    expect(outcome).toMatchObject({ failure: 'unfinished' })
    expect(outcome).not.toHaveProperty('credential')
    expect(api.logs.join('')).toContain('sign-in not completed')
  })

  test('is accepted until ten minutes after the start', async () => {
    const [inTime, late] = [await start(), await start()]
    clock.now += 10 * MINUTE
    expect(await followCallback(await authorize(inTime))).toHaveProperty('credential')
    clock.now += 1000
    expect(await followCallback(await authorize(late))).toMatchObject({ failure: 'unfinished' })
  })

  test.each(TOKENS)('with an ID token %s is rejected', async (_, write) => {
    oidc.state.writeToken = write
    const url = await start()
    expect(await followCallback(await authorize(url))).toEqual(FAILED)
    expect(await countLogins()).toEqual([0, 0, 0])
  })

  test('after a refusal by the user reports it, and the sign-in can be repeated', async () => {
    oidc.state.person = null
    expect(await signIn()).toEqual(FAILED)
    oidc.state.person = { sub: '1098' }
    expect(await signIn()).toHaveProperty('credential')
  })

  test('is rejected the second time, even with a new code', async () => {
    const url = await start()
    expect(await followCallback(await authorize(url))).toHaveProperty('credential')
    expect(await followCallback(await authorize(url))).toMatchObject({ failure: 'unfinished' })
  })

  test('is accepted once of ten simultaneous requests, even with a code each', async () => {
    const url = await start()
    const addresses = await Promise.all(Array.from({ length: 10 }, () => authorize(url)))
    const all = await Promise.all(addresses.map((address) => followCallback(address)))
    expect(all.filter((one) => 'credential' in one)).toHaveLength(1)
  })

  test('is rejected in the browser of a victim who follows an attacker’s link', async () => {
    const attacker = createVisitor(api)
    const address = await authorize(await start(attacker))
    await visitor.read('POST /api/user/nonce')
    expect(await followCallback(address)).toMatchObject({ failure: 'unfinished' })
  })
})

test('a fault of the database during a callback is an error of the site', async () => {
  const address = await authorize(await start())
  const fault = Object.assign(new Error('disk I/O error'), {
    code: 'ERR_SQLITE_ERROR',
    errcode: 10,
  })
  vi.spyOn(api.db, 'transaction').mockRejectedValueOnce(fault)
  expect(await followCallback(address)).toEqual({ ...FAILED, failure: 'unavailable' })
  const line = api.logs.find((one) => one.includes('sign-in not completed')) ?? '{}'
  expect(JSON.parse(line)).toMatchObject({ level: 50, provider: 'oidc' })
})

describe('sign-in ticket', () => {
  test('logs in once', async () => {
    await logIn(await signIn(), await drawBind())
    const back = await signIn()
    expect((await logIn(back)).code).toBe(200)
    expect((await logIn(back)).code).toBe(500205)
  })

  test('is invalid in another browser', async () => {
    await logIn(await signIn(), await drawBind())
    const back = await signIn()
    const thief = createVisitor(api)
    const { nonce } = await thief.read('POST /api/user/nonce')
    expect((await logIn(back, null, thief)).code).toBe(500205)
    expect((await logIn({ ...back, nonce }, null, thief)).code).toBe(500205)
  })

  test('is invalid for another provider', async () => {
    const back = await signIn()
    expect((await logIn({ ...back, sign_in: 'wechat' })).code).toBe(500205)
  })

  test('expires after an hour', async () => {
    const back = await signIn()
    clock.now += 62 * MINUTE
    expect((await logIn(back)).code).toBe(500205)
  })

  test.each([
    ['with the client secret', (claims: object) => signHs256(claims, oidc.secret)],
    ['with no key', (claims: object) => signNot(claims)],
    ['with a foreign key', (claims: object) => signRs256(claims, FOREIGN_KEY)],
  ])('signed %s is rejected', async (_, write) => {
    const { nonce = '' } = await visitor.read('POST /api/user/nonce')
    const seconds = Math.floor(clock.now / 1000)
    const claims = {
      iss: 'sign-in-by-redirect',
      aud: 'oidc',
      sub: `${oidc.issuer} 1098`,
      iat: seconds,
      exp: seconds + 600,
      nonce,
    }
    const { code } = await logIn({ sign_in: 'oidc', credential: write(claims), nonce })
    expect(code).toBe(500205)
  })

  test('cannot be replaced by an ID token of the provider', async () => {
    const { nonce = '' } = await visitor.read('POST /api/user/nonce')
    const seconds = Math.floor(clock.now / 1000)
    const claims = { iss: oidc.issuer, aud: oidc.clientId, sub: '1098', iat: seconds, nonce }
    const credential = signRs256({ ...claims, exp: seconds + 600 }, oidc.state.key)
    expect((await logIn({ sign_in: 'oidc', credential, nonce })).code).toBe(500205)
  })
})

describe('sign-in when the provider', () => {
  test.each(['unreachable', 'server error', 'captive portal'] as const)(
    'is %s: stays on the site and reports it',
    async (faultMode) => {
      oidc.state.faultMode = faultMode
      expect(await start()).toBe('/login?return=/user/user#sign_in=oidc&failure=unavailable')
      oidc.state.faultMode = 'none'
      expect(await signIn()).toHaveProperty('credential')
    },
  )

  test('is unreachable: does not redirect to another site either', async () => {
    oidc.state.faultMode = 'unreachable'
    expect(await start(visitor, 'oidc', '/.//evil.example')).toBe(
      '/#sign_in=oidc&failure=unavailable',
    )
  })

  test.each(['unreachable', 'server error', 'captive portal', 'no keys', 'foreign keys'] as const)(
    'is %s during the callback: fails, and can be repeated',
    async (faultMode) => {
      const address = await authorize(await start())
      oidc.state.faultMode = faultMode
      expect(await followCallback(address)).toEqual(FAILED)
      oidc.state.faultMode = 'none'
      expect(await signIn()).toHaveProperty('credential')
    },
  )

  test('rotates its key: succeeds with the new key', async () => {
    expect(await signIn()).toHaveProperty('credential')
    const url = await start()
    Object.assign(oidc.state, { key: KEYS[1], published: KEYS })
    expect(await followCallback(await authorize(url))).toHaveProperty('credential')
  })

  test.each([
    ['ten minutes late', -10 * MINUTE],
    ['ten minutes early', 10 * MINUTE],
  ])('has a clock that is %s: fails, and the log contains the reason', async (_, shift) => {
    oidc.state.writeToken = (claims, key) => {
      const seconds = Math.floor((clock.now + shift) / 1000)
      return signRs256({ ...claims, iat: seconds, nbf: seconds, exp: seconds + 300 }, key)
    }
    expect(await signIn()).toEqual(FAILED)
    expect(api.logs.join('')).toMatch(/timestamp/i)
  })
})

describe('sign-in with WeChat', () => {
  const inWechat = () => createVisitor(api, { userAgent: WECHAT })

  test('shows a QR code and identifies people by unionid', async () => {
    const url = await start(visitor, 'wechat')
    expect(url).toMatch(/\/connect\/qrconnect\?.*scope=snsapi_login.*#wechat_redirect$/)
    const back = await followCallback(await authorize(url))
    await logIn(back, await drawBind())
    const known = await readSql(api.db, sql`SELECT provider, subject, name FROM user_identity`)
    expect(known).toEqual([
      { provider: 'wechat', subject: 'o6_bmasdasdsad6_2sgVt7hMZOPfL', name: '林小满' },
    ])
    // The official account inside WeChat identifies the same person.
    const phone = inWechat()
    const inApp = await start(phone, 'wechat')
    expect(inApp).toMatch(/\/connect\/oauth2\/authorize\?.*scope=snsapi_userinfo/)
    const { data } = await logIn(await followCallback(await authorize(inApp), phone), null, phone)
    expect(data).toMatchObject({ status: 'logged_in' })
  })

  test('fails if the app provides no unionid', async () => {
    const { person } = wechat.state
    Object.assign(wechat.state, { person: { ...person, unionid: undefined } })
    expect(await signIn(visitor, 'wechat')).toMatchObject({ failure: 'unfinished' })
  })

  test.each(['unreachable', 'busy', 'server error', 'snapshot'] as const)(
    'fails if WeChat is "%s" during the callback',
    async (faultMode) => {
      const address = await authorize(await start(visitor, 'wechat'))
      wechat.state.faultMode = faultMode
      expect(await followCallback(address)).toMatchObject({ failure: 'unfinished' })
      expect(api.logs.join('')).not.toContain(wechat.secret)
    },
  )

  test('rejects codes that are used, expired, made up, or of another app', async () => {
    const used = await authorize(await start(visitor, 'wechat'))
    await followCallback(used)
    const code = new URL(used).searchParams.get('code') ?? ''
    const person = wechat.state.person
    if (!person) throw new Error('nobody')
    const codes = [
      code,
      wechat.issueCode(person, ACCOUNT_APP, 'snsapi_userinfo'),
      '0'.repeat(32),
      '',
    ]
    for (const each of codes) {
      const back = new URL(await authorize(await start(visitor, 'wechat')))
      back.searchParams.set('code', each)
      expect(await followCallback(back.href)).toMatchObject({ failure: 'unfinished' })
    }
    const late = await authorize(await start(visitor, 'wechat'))
    clock.now += 6 * MINUTE
    expect(await followCallback(late)).toMatchObject({ failure: 'unfinished' })
  })

  test('rejects the code of a silent grant, which has no unionid', async () => {
    const person = wechat.state.person
    if (!person) throw new Error('nobody')
    const phone = inWechat()
    const back = new URL(await authorize(await start(phone, 'wechat')))
    back.searchParams.set('code', wechat.issueCode(person, ACCOUNT_APP, 'snsapi_base'))
    expect(await followCallback(back.href, phone)).toMatchObject({ failure: 'unfinished' })
  })
})

describe('sign-in with Apple', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const apple = { team: 'ABCDE12345', keyId: 'KEY1234567' }
  let provider: Oidc
  beforeAll(async () => {
    provider = await startOidc(() => clock.now, { kind: 'signed', publicKeyPem, ...apple })
  })
  afterAll(() => provider.close())

  async function openWithApple(key = privateKey) {
    const client = { clientId: provider.clientId, ...apple, key }
    const redirect = createApple(client, () => clock.now, provider.issuer)
    const label = mapLocales(() => 'Apple')
    const offer = { kind: 'redirect', name: 'apple', label, redirect, worksInWechat: true } as const
    await api.close()
    api = await openAdminApi({ signIn: listProviders([offer]), settings: { SITE_URL: SITE } })
    clock = api.clock
    visitor = createVisitor(api)
  }

  /** Posts the form of Apple's page: cross-site, so without cookies. */
  async function postForm(url: string): Promise<string> {
    const html = await (await open(url)).text()
    const fields = [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)]
    const body = new URLSearchParams(
      fields.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]),
    )
    const headers = { origin: 'https://appleid.apple.com', 'sec-fetch-site': 'cross-site' }
    const init = { method: 'POST', body, headers }
    const response = await api.app.request('/api/sign-in/apple/callback', init)
    expect([response.status, response.headers.getSetCookie()]).toEqual([303, []])
    return response.headers.get('location') ?? ''
  }

  test('authenticates with a signed client secret, and returns by form_post', async () => {
    await openWithApple()
    const url = await start(visitor, 'apple')
    expect(new URL(url).searchParams.get('response_mode')).toBe('form_post')
    const back = await followCallback(await postForm(url))
    expect(back).toMatchObject({ sign_in: 'apple', path: '/login?return=/user/user' })
    expect((await logIn(back)).data).toEqual({ status: 'bind_mobile' })
  })

  test('signs a client secret for each sign-in', async () => {
    await openWithApple()
    await followCallback(await postForm(await start(visitor, 'apple')))
    clock.now += 26 * 60 * MINUTE
    const again = await followCallback(await postForm(await start(visitor, 'apple')))
    expect(again).toHaveProperty('credential')
  })

  test('fails with a key that Apple does not know', async () => {
    await openWithApple(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)
    const back = await followCallback(await postForm(await start(visitor, 'apple')))
    expect(back).toMatchObject({ failure: 'unfinished' })
    expect(api.logs.join('')).toContain('invalid_client')
  })

  test('rejects a made-up form', async () => {
    await openWithApple()
    await start(visitor, 'apple')
    const body = new URLSearchParams({ code: 'made-up', state: 'f'.repeat(96) })
    const init = { method: 'POST', body }
    const response = await api.app.request('/api/sign-in/apple/callback', init)
    const back = await followCallback(response.headers.get('location') ?? '')
    expect(back).toMatchObject({ failure: 'unfinished' })
  })
})

test('starts and callbacks are limited by address, since each calls the provider', async () => {
  const callback = '/api/sign-in/oidc/callback?state=made-up'
  for (let count = 0; count < 1000; count += 1) await visitor.visit(callback)
  const refused = await visitor.visit('/api/sign-in/oidc/start')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect((await visitor.visit(callback)).status).toBe(429)
  await start(createVisitor(api, { address: '203.0.113.9' }))
  api.clock.now += 200
  await start()
})
