import { afterEach, describe, expect, test, vi } from 'vitest'
import type { SignIn } from '#api/sign-in.ts'
import { isReturn, leaveFor, takeReturn } from '#features/auth/sign-in/returned.ts'
import { createStorage, REFUSED_STORAGE } from '#tests/support/fake-storage.ts'
import { chooseOffers } from '#features/auth/sign-in/use-offers.ts'

/** Opens a tab with its own address and session storage. */
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

describe('sign-in by redirect in a tab', () => {
  test('leaves with the page to return to, and takes the outcome once', () => {
    const { location, opened } = openTab()
    leaveFor('apple', '/api/sign-in/apple/start')
    expect(opened).toEqual([
      '/api/sign-in/apple/start?return=%2Fen%2Flogin%3Freturn%3D%2Fuser%2Fuser',
    ])
    location.hash = FRAGMENT
    expect(isReturn()).toBe(true)
    expect(takeReturn()).toEqual({
      provider: 'apple',
      outcome: { kind: 'credential', credential: 'a.b.c', nonce: 'n1' },
    })
    expect([location.hash, isReturn(), takeReturn()]).toEqual(['', false, null])
  })

  test.each([
    ['#sign_in=apple&failure=unavailable', 'unavailable'],
    ['#sign_in=apple&failure=unfinished', 'unfinished'],
    ['#sign_in=apple&failure=whatever', 'unfinished'],
    ['#sign_in=apple&credential=a.b.c', 'unfinished'],
  ])('reads %s as %s', (hash, why) => {
    const { location } = openTab()
    leaveFor('apple', '/start')
    location.hash = hash
    expect(takeReturn()?.outcome).toEqual({ kind: 'failure', why })
  })

  test('takes nothing that this tab did not leave for, and clears the address all the same', () => {
    const planted = openTab(FRAGMENT)
    expect(takeReturn()).toBeNull()
    expect(planted.location.hash).toBe('')
    const { location } = openTab()
    leaveFor('google', '/start')
    location.hash = FRAGMENT
    expect(takeReturn()).toBeNull()
  })

  test('leaves a page alone that was not returned to', () => {
    const { location } = openTab('#content')
    expect([isReturn(), takeReturn(), location.hash]).toEqual([false, null, '#content'])
  })

  test('leaves without storage, and takes nothing back', () => {
    const { location, opened } = openTab('', false)
    leaveFor('apple', '/start')
    expect(opened).toHaveLength(1)
    location.hash = FRAGMENT
    expect(takeReturn()).toBeNull()
  })
})

describe('the sign-ins that a page offers', () => {
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
  const namesOf = (offers: SignIn[]) => offers.map(({ kind, provider }) => `${provider} ${kind}`)

  test('are the printed ones until the init data are here, and then those', () => {
    const printed = [google(), redirect('apple')]
    expect(namesOf(chooseOffers(printed, null, false))).toEqual(['google script', 'apple redirect'])
    expect(namesOf(chooseOffers(printed, [redirect('oidc')], false))).toEqual(['oidc redirect'])
  })

  test('load no script that the page was not printed with', () => {
    const way = '/api/sign-in/google/start'
    expect(namesOf(chooseOffers([], [google()], false))).toEqual([])
    expect(namesOf(chooseOffers([], [google(way)], false))).toEqual(['google redirect'])
    expect(namesOf(chooseOffers([google()], [google(way)], false))).toEqual(['google script'])
  })

  test('leave out what does not work inside WeChat', () => {
    const printed = [redirect('wechat', false), redirect('apple')]
    expect(namesOf(chooseOffers(printed, null, true))).toEqual(['apple redirect'])
  })
})
