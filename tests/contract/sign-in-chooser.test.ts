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

const HOUSE = 'http://house.example'
const STATE = 's'.repeat(32)
const PATHS = ['client.js', 'chooser.js', 'chooser.css', 'authorize']

let world: SignInEnvironment
beforeAll(async () => {
  world = await openEmbedded()
})
afterAll(() => world.close())

const requestOf = (changes: Record<string, string> = {}) => ({
  client_id: world.clientId,
  nonce: 'n'.repeat(43),
  state: STATE,
  origin: HOUSE,
  mode: 'popup',
  return: '/login?from=/user/user',
  ...changes,
})

const open = async (changes: Record<string, string> = {}) =>
  world.api.app.request(`/api/sign-in/authorize?${new URLSearchParams(requestOf(changes))}`, {
    headers: { host: 'house.example' },
  })

const choose = async (choice: Record<string, string>, changes: Record<string, string> = {}) =>
  world.api.app.request('/api/sign-in/authorize', {
    method: 'POST',
    headers: { host: 'house.example', origin: HOUSE, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ ...requestOf(changes), ...choice }),
  })

const readAnswer = async (response: Response) =>
  parse(await response.text()).querySelector('#answer')?.attributes ?? {}

describe('the client script', () => {
  test('is served as a script that may be kept for a while', { tags: ['S2.73'] }, async () => {
    const { status, headers } = await world.api.app.request('/api/sign-in/client.js')
    expect({ status, ...Object.fromEntries(headers) }).toMatchObject({
      status: 200,
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
    })
  })

  test('exists no more where Google is the provider', async () => {
    const google = await openGoogle()
    for (const path of PATHS) {
      expect((await google.api.app.request(`/api/sign-in/${path}`)).status).toBe(404)
    }
    await google.close()
  })
})

describe('the chooser', () => {
  test('says that it is a test, offers accounts, and runs its own script only', async () => {
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
    // It would cut the window off from the page that opened it.
    expect(response.headers.get('cross-origin-opener-policy')).toBeNull()
  })

  test.each([
    ['another site', { origin: 'https://evil.example' }, 403],
    ['an origin that is none', { origin: `${HOUSE}/path` }, 400],
    ['an unknown client', { client_id: 'other' }, 400],
    ['a short state', { state: 'short' }, 400],
    ['a short nonce', { nonce: 'short' }, 400],
    ['a nonce with markup', { nonce: '<script>alert(1)</script>' }, 400],
    ['another mode', { mode: 'frame' }, 400],
    ['a way back to another site', { return: '//evil.example/' }, 400],
    ['a way back with a backslash', { return: '/\\evil.example/' }, 400],
    ['a way back with a tab', { return: '/\t/evil.example/' }, 400],
    ['a way back to an address', { return: 'https://evil.example/' }, 400],
    ['a way back that is a script', { return: 'javascript:alert(1)' }, 400],
  ])('refuses %s', async (_title, changes, status) => {
    expect((await open(changes)).status).toBe(status)
    expect((await choose({ name: 'Lin' }, changes)).status).toBe(status)
  })

  test('refuses an answer that another site sends', async () => {
    const send = (headers: Record<string, string>) =>
      world.api.app.request('/api/sign-in/authorize', {
        method: 'POST',
        headers: { host: 'house.example', ...headers },
        body: new URLSearchParams({ ...requestOf(), name: 'Lin' }),
      })
    expect((await send({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await send({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    const huge = await choose({ name: 'x'.repeat(10_000) })
    expect(huge.status).toBe(413)
  })
})

describe('an answer of the chooser', () => {
  test(
    'goes to the origin that asked, with its state and a token that logs in',
    { tags: ['S1.11'] },
    async () => {
      const visitor = createVisitor(world.api)
      const nonce = await drawNonce(visitor)
      const answer = await readAnswer(await choose({ name: ' 阿<b>园 ' }, { nonce }))
      expect(answer).toMatchObject({ 'data-origin': HOUSE, 'data-state': STATE })
      const credential = answer['data-credential'] ?? ''
      expect(decodeJwt(credential)).toMatchObject({ iss: 'embedded', nonce, name: '阿<b>园' })
      const { data } = await visitor.call('POST /api/user/{provider}_login', {
        params: { provider: 'embedded' },
        body: { credential, nonce, agreed: true, bind: null },
      })
      expect(data).toEqual({ status: 'bind_mobile' })
    },
  )

  test('is the same person for the same account, another for another', async () => {
    const subjects = []
    for (const choice of [
      { email: 'zhou.yu@example.com' },
      { email: 'zhou.yu@example.com' },
      { email: 'alex.morgan@example.com' },
      { name: '周聿' },
      { name: 'Lin' },
      { name: 'Lin' },
    ] as Record<string, string>[]) {
      const answer = await readAnswer(await choose(choice))
      subjects.push(decodeJwt(answer['data-credential'] ?? '').sub)
    }
    expect(subjects[0]).toBe(subjects[1])
    expect(subjects[4]).toBe(subjects[5])
    expect(new Set(subjects).size).toBe(4)
  })

  test.each([{}, { email: 'nobody@example.com' }])('of no account is a refusal', async (choice) => {
    const answer = await readAnswer(await choose(choice as Record<string, string>))
    expect(answer).toMatchObject({ 'data-state': STATE, 'data-credential': '' })
  })

  test('goes back to the page, in the fragment, where windows are blocked', async () => {
    const response = await choose({ name: 'Lin' }, { mode: 'redirect' })
    expect(response.status).toBe(303)
    const address = new URL(response.headers.get('location') ?? '')
    expect(address.origin + address.pathname + address.search).toBe(
      `${HOUSE}/login?from=/user/user`,
    )
    const fragment = new URLSearchParams(address.hash.slice(1))
    expect(fragment.get('sign_in_state')).toBe(STATE)
    expect(fragment.get('credential')).toMatch(/^ey/)
    const refused = await choose({}, { mode: 'redirect' })
    expect(new URL(refused.headers.get('location') ?? '').hash).toBe(`#sign_in_state=${STATE}`)
  })
})
