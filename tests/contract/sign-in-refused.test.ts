import { sql } from 'kysely'
import { exportSPKI, generateKeyPair, importJWK, type CryptoKey } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '#scripts/admin-api/app.ts'
import { listProviders } from '#scripts/admin-api/providers/sign-in/create-providers.ts'
import { createGoogle } from '#scripts/admin-api/providers/sign-in/google.ts'
import {
  createClaims,
  drawCredential,
  drawNonce,
  openEmbedded,
  openGoogle,
  signToken,
  type SignInEnvironment,
} from '#tests/support/sign-in.ts'
import { createVisitor, type Visitor } from '#tests/support/visitor.ts'
import { readNumber } from '#tests/support/database.ts'

const HOUR_S = 3600
const KEY = 'POST /api/user/{provider}_login'

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Invalid ID tokens: each is wrong in one way. */
const FORGERIES: [
  title: string,
  forge: (world: SignInEnvironment, nonce: string) => Promise<string>,
][] = [
  [
    'no signature (alg none)',
    async (world, nonce) => `${encode({ alg: 'none' })}.${encode(createClaims(world, nonce))}.`,
  ],
  [
    'no signature but a valid algorithm',
    async (world, nonce) => {
      const [header, payload] = (await signToken(world, createClaims(world, nonce))).split('.')
      return `${header}.${payload}.`
    },
  ],
  [
    'HS256 with the public key as its secret',
    async (world, nonce) => {
      const key = (await importJWK(world.publicKey, world.alg)) as CryptoKey
      const secret = new TextEncoder().encode(await exportSPKI(key))
      return signToken(world, createClaims(world, nonce), { key: secret, header: { alg: 'HS256' } })
    },
  ],
  [
    'a foreign key under the valid key id',
    async (world, nonce) => {
      const { privateKey } = await generateKeyPair(world.alg)
      return signToken(world, createClaims(world, nonce), { key: privateKey })
    },
  ],
  [
    'a foreign key in the header',
    async (world, nonce) => {
      const { privateKey } = await generateKeyPair(world.alg)
      const header = { kid: 'mine', jku: 'https://example.org/keys', jwk: world.publicKey }
      return signToken(world, createClaims(world, nonce), { key: privateKey, header })
    },
  ],
  [
    'claims changed after signing',
    async (world, nonce) => {
      const token = await signToken(world, createClaims(world, nonce))
      const [header, , signature] = token.split('.')
      return `${header}.${encode({ ...createClaims(world, nonce), sub: '1' })}.${signature}`
    },
  ],
  ...(
    [
      ['a wrong audience', () => ({ aud: 'someone-else' })],
      ['no audience', () => ({ aud: undefined })],
      ['two audiences', ({ clientId }) => ({ aud: [clientId, 'someone-else'] })],
      ['a token made for another client', () => ({ azp: 'other.apps.googleusercontent.com' })],
      ['a wrong issuer', () => ({ iss: 'https://accounts.google.com.example.org' })],
      ['no issuer', () => ({ iss: undefined })],
      ['a past expiry', (_world, now) => ({ iat: now - 2 * HOUR_S, exp: now - 60 })],
      ['no expiry', () => ({ exp: undefined })],
      ['nbf in the future', (_world, now) => ({ nbf: now + 300 })],
      ['iat in the future', (_world, now) => ({ iat: now + 300 })],
      ['iat long ago', (_world, now) => ({ iat: now - 2 * HOUR_S })],
      ['no subject', () => ({ sub: undefined })],
      ['an empty subject', () => ({ sub: '' })],
      ['a subject that is not a string', () => ({ sub: 7 })],
      ['another nonce', () => ({ nonce: 'n'.repeat(86) })],
      ['no nonce', () => ({ nonce: undefined })],
    ] satisfies [string, (world: SignInEnvironment, now: number) => object][]
  ).map(
    ([title, change]) =>
      [
        title,
        (world: SignInEnvironment, nonce: string) => {
          const now = Math.floor(world.api.clock.now / 1000)
          return signToken(world, { ...createClaims(world, nonce), ...change(world, now) })
        },
      ] satisfies (typeof FORGERIES)[number],
  ),
  ['an invalid format', async () => 'garbage'],
  ['three invalid parts', async () => 'a.b.c'],
  ['8,000 characters', async () => 'a'.repeat(8000)],
]

describe.each([
  ['Google', openGoogle],
  ['the embedded provider', openEmbedded],
])('sign-in with %s', (_name, open) => {
  let world: SignInEnvironment
  beforeAll(async () => {
    world = await open()
  })
  afterAll(() => world.close())

  const countLogins = () =>
    Promise.all(
      ['session', 'user', 'user_identity', 'used_nonce'].map((table) =>
        readNumber(world.api.db, sql`SELECT count(*) FROM ${sql.table(table)}`),
      ),
    )
  let visitor: Visitor
  beforeEach(() => {
    visitor = createVisitor(world.api)
  })
  const signIn = (tokenAndNonce: object, provider = world.provider) =>
    visitor.call(KEY, {
      params: { provider },
      body: { agreed: true, bind: null, ...tokenAndNonce },
    })

  test('accepts a valid token (positive control)', { tags: ['S7.14'] }, async () => {
    const { code, data } = await signIn(await drawCredential(world, visitor))
    expect([code, data]).toEqual([200, { status: 'bind_mobile' }])
  })

  test.each(FORGERIES)(
    'rejects a token with %s, without login or account',
    { tags: ['S7.14'] },
    async (_title, forge) => {
      const nonce = await drawNonce(visitor)
      world.api.logs.length = 0
      const { code, data, response } = await signIn({
        nonce,
        credential: await forge(world, nonce),
      })
      expect([code, data]).toEqual([500205, null])
      expect(response.headers.getSetCookie()).toEqual([])
      expect(await countLogins()).toEqual([0, 0, 0, 0])
      expect(world.api.logs.join('')).toContain('sign-in refused')
    },
  )

  test('rejects a token of 9,000 characters before parsing it', async () => {
    const tokenAndNonce = { nonce: await drawNonce(visitor), credential: 'a'.repeat(9000) }
    expect((await signIn(tokenAndNonce)).code).toBe(400)
  })

  test('requires consent first', async () => {
    const tokenAndNonce = { ...(await drawCredential(world, visitor)), agreed: false }
    expect((await signIn(tokenAndNonce)).code).toBe(400)
  })

  test.each(['wechat', 'phone', 'facebook'])(
    'responds with 404 to the unknown provider %s',
    { tags: ['S7.14'] },
    async (provider) => {
      const { code, response } = await signIn(await drawCredential(world, visitor), provider)
      expect([code, response.status]).toEqual([404, 404])
    },
  )

  test('responds with 404 to a provider that is not configured', async () => {
    const other = world.provider === 'google' ? 'embedded' : 'google'
    expect((await signIn(await drawCredential(world, visitor), other)).code).toBe(404)
  })
})

test('a provider whose keys are unavailable cannot log in anyone, which is logged', async () => {
  const world = await openGoogle()
  const unreachable = createGoogle({ clientId: world.clientId, keysUrl: 'http://127.0.0.1:1/' })
  const app = createApp({ ...world.api.deps, signIn: listProviders([unreachable]) })
  const visitor = createVisitor(world.api)
  const tokenAndNonce = await drawCredential(world, visitor)
  const response = await app.request('/api/user/google_login', {
    method: 'POST',
    headers: { ...visitor.headers(), 'content-type': 'application/json' },
    body: JSON.stringify({ ...tokenAndNonce, agreed: true, bind: null }),
  })
  expect(await response.json()).toMatchObject({ code: 500205 })
  const line = world.api.logs.find((text) => text.includes('sign-in refused'))
  expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 40, provider: 'google' })
  await world.close()
})
