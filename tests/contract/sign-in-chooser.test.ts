import { decodeJwt } from 'jose'
import { parse } from 'node-html-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  drawNonce,
  openEmbedded,
  openGoogle,
  type SignInEnvironment,
} from '#tests/support/sign-in.ts'
import { createVisitor } from '#tests/support/visitor.ts'

const SITE_URL = 'http://house.example'
const STATE = 's'.repeat(32)
const PATHS = ['client.js', 'chooser.js', 'chooser.css', 'authorize']

let world: SignInEnvironment
beforeAll(async () => {
  world = await openEmbedded()
})
afterAll(() => world.close())

const createRequest = (changes: Record<string, string> = {}) => ({
  client_id: world.clientId,
  nonce: 'n'.repeat(43),
  state: STATE,
  origin: SITE_URL,
  mode: 'popup',
  return: '/login?from=/user/user',
  ...changes,
})

const open = async (changes: Record<string, string> = {}) =>
  world.api.app.request(`/api/sign-in/authorize?${new URLSearchParams(createRequest(changes))}`, {
    headers: { host: 'house.example' },
  })

const choose = async (choice: Record<string, string>, changes: Record<string, string> = {}) =>
  world.api.app.request('/api/sign-in/authorize', {
    method: 'POST',
    headers: { host: 'house.example', origin: SITE_URL, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ ...createRequest(changes), ...choice }),
  })

const readResult = async (response: Response) =>
  parse(await response.text()).querySelector('#answer')?.attributes ?? {}

describe('sign-in client script', () => {
  test('is served as a script and cached for an hour', { tags: ['S2.73'] }, async () => {
    const { status, headers } = await world.api.app.request('/api/sign-in/client.js')
    expect({ status, ...Object.fromEntries(headers) }).toMatchObject({
      status: 200,
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
    })
  })

  test('does not exist if Google is the provider', async () => {
    const google = await openGoogle()
    for (const path of PATHS) {
      expect((await google.api.app.request(`/api/sign-in/${path}`)).status).toBe(404)
    }
    await google.close()
  })
})

describe('test account chooser', () => {
  test('is marked as a test, offers accounts, and has a strict CSP', async () => {
    const response = await open()
    const page = parse(await response.text())
    expect(response.status).toBe(200)
    expect(page.querySelector('.mark')?.text).toContain('Test only')
    expect(page.querySelectorAll('.accounts button')).toHaveLength(3)
    expect(page.querySelector('p')?.text).toContain('仅供测试')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    // COOP would separate the popup from the page that opened it.
    expect(response.headers.get('cross-origin-opener-policy')).toBeNull()
  })

  test.each([
    ['another site', { origin: 'https://evil.example' }, 403],
    ['an invalid origin', { origin: `${SITE_URL}/path` }, 400],
    ['an unknown client', { client_id: 'other' }, 400],
    ['a short state', { state: 'short' }, 400],
    ['a short nonce', { nonce: 'short' }, 400],
    ['a nonce with markup', { nonce: '<script>alert(1)</script>' }, 400],
    ['an unknown mode', { mode: 'frame' }, 400],
    ['a return URL of another site', { return: '//evil.example/' }, 400],
    ['a return path with a backslash', { return: '/\\evil.example/' }, 400],
    ['a return path with a tab', { return: '/\t/evil.example/' }, 400],
    ['an absolute return URL', { return: 'https://evil.example/' }, 400],
    ['a javascript: return URL', { return: 'javascript:alert(1)' }, 400],
  ])('rejects %s', async (_title, changes, status) => {
    expect((await open(changes)).status).toBe(status)
    expect((await choose({ name: 'Lin' }, changes)).status).toBe(status)
  })

  test('rejects a choice posted from another site and an oversized body', async () => {
    const send = (headers: Record<string, string>) =>
      world.api.app.request('/api/sign-in/authorize', {
        method: 'POST',
        headers: { host: 'house.example', ...headers },
        body: new URLSearchParams({ ...createRequest(), name: 'Lin' }),
      })
    expect((await send({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await send({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    const huge = await choose({ name: 'x'.repeat(10_000) })
    expect(huge.status).toBe(413)
  })
})

describe('choice of a test account', () => {
  test(
    'is returned to the requesting origin with its state and a token that logs in',
    { tags: ['S1.11'] },
    async () => {
      const visitor = createVisitor(world.api)
      const nonce = await drawNonce(visitor)
      const result = await readResult(await choose({ name: ' 阿<b>园 ' }, { nonce }))
      expect(result).toMatchObject({ 'data-origin': SITE_URL, 'data-state': STATE })
      const credential = result['data-credential'] ?? ''
      expect(decodeJwt(credential)).toMatchObject({ iss: 'embedded', nonce, name: '阿<b>园' })
      const { data } = await visitor.call('POST /api/user/{provider}_login', {
        params: { provider: 'embedded' },
        body: { credential, nonce, agreed: true, bind: null },
      })
      expect(data).toEqual({ status: 'bind_mobile' })
    },
  )

  test('gives the same subject for the same account, and another for others', async () => {
    const subjects = []
    for (const choice of [
      { email: 'zhou.yu@example.com' },
      { email: 'zhou.yu@example.com' },
      { email: 'alex.morgan@example.com' },
      { name: '周聿' },
      { name: 'Lin' },
      { name: 'Lin' },
    ] as Record<string, string>[]) {
      const result = await readResult(await choose(choice))
      subjects.push(decodeJwt(result['data-credential'] ?? '').sub)
    }
    expect(subjects[0]).toBe(subjects[1])
    expect(subjects[4]).toBe(subjects[5])
    expect(new Set(subjects).size).toBe(4)
  })

  test.each([{}, { email: 'nobody@example.com' }])(
    'without an account is a refusal: %j',
    async (choice) => {
      const result = await readResult(await choose(choice as Record<string, string>))
      expect(result).toMatchObject({ 'data-state': STATE, 'data-credential': '' })
    },
  )

  test('returns by a fragment in redirect mode', async () => {
    const response = await choose({ name: 'Lin' }, { mode: 'redirect' })
    expect(response.status).toBe(303)
    const address = new URL(response.headers.get('location') ?? '')
    expect(address.origin + address.pathname + address.search).toBe(
      `${SITE_URL}/login?from=/user/user`,
    )
    const fragment = new URLSearchParams(address.hash.slice(1))
    expect(fragment.get('sign_in_state')).toBe(STATE)
    expect(fragment.get('credential')).toMatch(/^ey/)
    const refused = await choose({}, { mode: 'redirect' })
    expect(new URL(refused.headers.get('location') ?? '').hash).toBe(`#sign_in_state=${STATE}`)
  })
})
