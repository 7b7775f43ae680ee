import { afterEach, describe, expect, test, vi } from 'vitest'
import type { SignIn } from '#api/sign-in.ts'
import { isReturn, openProvider, takeReturn } from '#features/auth/sign-in/returned.ts'
import { createStorage, REFUSED_STORAGE } from '#tests/support/fake-storage.ts'
import { chooseOffers } from '#features/auth/sign-in/use-offers.ts'

/** Opens a tab with its own URL and session storage. */
function openTab(hash = '', canStore = true) {
  const opened: string[] = []
  const location = {
    hash,
    pathname: '/en/login',
    search: '?return=/user/user',
    assign: (url: string | URL) => void opened.push(String(url)),
  }
  const history = {
    state: null,
    replaceState: (_state: unknown, _title: string, url?: string | URL | null) => {
      location.hash = ''
      expect(url).toBe('/en/login?return=/user/user')
    },
  }
  vi.stubGlobal('location', location)
  vi.stubGlobal('history', history)
  vi.stubGlobal('sessionStorage', canStore ? createStorage().storage : REFUSED_STORAGE)
  return { location, opened }
}
afterEach(() => void vi.unstubAllGlobals())

const FRAGMENT = '#sign_in=apple&credential=a.b.c&nonce=n1'

describe('sign-in by redirect', () => {
  test('leaves with the return page, and reads the outcome once', () => {
    const { location, opened } = openTab()
    openProvider('apple', '/api/sign-in/apple/start', false)
    expect(opened).toEqual([
      '/api/sign-in/apple/start?return=%2Fen%2Flogin%3Freturn%3D%2Fuser%2Fuser',
    ])
    location.hash = FRAGMENT
    expect(isReturn()).toBe(true)
    expect(takeReturn()).toEqual({
      provider: 'apple',
      outcome: { kind: 'credential', credential: 'a.b.c', nonce: 'n1', isAgreed: false },
    })
    expect([location.hash, isReturn(), takeReturn()]).toEqual(['', false, null])
    // A second outcome would be of a sign-in that this tab did not start.
    location.hash = FRAGMENT
    expect(takeReturn()).toBeNull()
  })

  test('keeps the consent given before', () => {
    const { location } = openTab()
    openProvider('apple', '/start', true)
    location.hash = FRAGMENT
    expect(takeReturn()?.outcome).toMatchObject({ kind: 'credential', isAgreed: true })
  })

  test.each([
    ['#sign_in=apple&failure=unavailable', 'unavailable'],
    ['#sign_in=apple&failure=unfinished', 'unfinished'],
    ['#sign_in=apple&failure=whatever', 'unfinished'],
    ['#sign_in=apple&credential=a.b.c', 'unfinished'],
  ])('reads %s as %s', (hash, why) => {
    const { location } = openTab()
    openProvider('apple', '/start', false)
    location.hash = hash
    expect(takeReturn()?.outcome).toEqual({ kind: 'failure', why })
  })

  test('ignores an outcome that this tab did not request, and still clears the URL', () => {
    const planted = openTab(FRAGMENT)
    expect(takeReturn()).toBeNull()
    expect(planted.location.hash).toBe('')
    const { location } = openTab()
    openProvider('google', '/start', false)
    location.hash = FRAGMENT
    expect(takeReturn()).toBeNull()
  })

  test('leaves the URL of other pages unchanged', () => {
    const { location } = openTab('#content')
    expect([isReturn(), takeReturn(), location.hash]).toEqual([false, null, '#content'])
  })

  test('redirects without storage, but ignores the outcome', () => {
    const { location, opened } = openTab('', false)
    openProvider('apple', '/start', false)
    expect(opened).toHaveLength(1)
    location.hash = FRAGMENT
    expect(takeReturn()).toBeNull()
  })
})

describe('chooseOffers', () => {
  const google = (start: string | null = null): SignIn => ({
    kind: 'script',
    provider: 'google',
    label: 'Google',
    client_id: 'id',
    script: 'https://accounts.google.com/gsi/client',
    issues_nonce: true,
    start,
  })
  const redirect = (provider: string, works_in_wechat = true): SignIn => ({
    kind: 'redirect',
    provider,
    label: provider,
    start: `/api/sign-in/${provider}/start`,
    works_in_wechat,
  })
  const describeOffers = (offers: SignIn[]) =>
    offers.map(({ kind, provider }) => `${provider} ${kind}`)

  test('uses the prerendered providers until the init data have loaded', () => {
    const prerendered = [google(), redirect('apple')]
    expect(describeOffers(chooseOffers(prerendered, null, false))).toEqual([
      'google script',
      'apple redirect',
    ])
    expect(describeOffers(chooseOffers(prerendered, [redirect('oidc')], false))).toEqual([
      'oidc redirect',
    ])
  })

  test('adds no script that the prerendered page lacks', () => {
    const startUrl = '/api/sign-in/google/start'
    expect(describeOffers(chooseOffers([], [google()], false))).toEqual([])
    expect(describeOffers(chooseOffers([], [google(startUrl)], false))).toEqual(['google redirect'])
    expect(describeOffers(chooseOffers([google()], [google(startUrl)], false))).toEqual([
      'google script',
    ])
  })

  test('omits providers that do not work inside WeChat', () => {
    const prerendered = [redirect('wechat', false), redirect('apple')]
    expect(describeOffers(chooseOffers(prerendered, null, true))).toEqual(['apple redirect'])
  })
})
