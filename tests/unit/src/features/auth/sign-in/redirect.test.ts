import { describe, expect, test } from 'vitest'
import type { SignIn } from '#api/sign-in.ts'
import { isReturn, leaveFor, takeReturn } from '#features/auth/sign-in/returned.ts'
import { chooseOffers } from '#features/auth/sign-in/use-offers.ts'

/** A tab of a browser: its address, and what it keeps. */
function openTab(hash = '', canStore = true) {
  const kept = new Map<string, string>()
  const refuse = () => {
    throw new Error('storage is refused')
  }
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
  const sessionStorage = {
    getItem: canStore ? (key: string) => kept.get(key) ?? null : refuse,
    setItem: canStore ? (key: string, value: string) => void kept.set(key, value) : refuse,
    removeItem: canStore ? (key: string) => void kept.delete(key) : refuse,
  }
  return { view: { location, history, sessionStorage }, opened }
}

const FRAGMENT = '#sign_in=apple&credential=a.b.c&nonce=n1'

describe('sign-in by redirect in a tab', () => {
  test('leaves with the page to return to, and takes the outcome once', () => {
    const { view, opened } = openTab()
    leaveFor('apple', '/api/sign-in/apple/start', view)
    expect(opened).toEqual([
      '/api/sign-in/apple/start?return=%2Fen%2Flogin%3Freturn%3D%2Fuser%2Fuser',
    ])
    view.location.hash = FRAGMENT
    expect(isReturn(view)).toBe(true)
    expect(takeReturn(view)).toEqual({
      provider: 'apple',
      outcome: { kind: 'credential', credential: 'a.b.c', nonce: 'n1' },
    })
    expect([view.location.hash, isReturn(view), takeReturn(view)]).toEqual(['', false, null])
  })

  test.each([
    ['#sign_in=apple&failure=unavailable', 'unavailable'],
    ['#sign_in=apple&failure=unfinished', 'unfinished'],
    ['#sign_in=apple&failure=whatever', 'unfinished'],
    ['#sign_in=apple&credential=a.b.c', 'unfinished'],
  ])('reads %s as %s', (hash, why) => {
    const { view } = openTab()
    leaveFor('apple', '/start', view)
    view.location.hash = hash
    expect(takeReturn(view)?.outcome).toEqual({ kind: 'failure', why })
  })

  test('takes nothing that this tab did not leave for, and clears the address all the same', () => {
    const planted = openTab(FRAGMENT)
    expect(takeReturn(planted.view)).toBeNull()
    expect(planted.view.location.hash).toBe('')
    const { view } = openTab()
    leaveFor('google', '/start', view)
    view.location.hash = FRAGMENT
    expect(takeReturn(view)).toBeNull()
  })

  test('leaves a page alone that was not returned to', () => {
    const { view } = openTab('#content')
    expect([isReturn(view), takeReturn(view), view.location.hash]).toEqual([
      false,
      null,
      '#content',
    ])
  })

  test('leaves without storage, and takes nothing back', () => {
    const { view, opened } = openTab('', false)
    leaveFor('apple', '/start', view)
    expect(opened).toHaveLength(1)
    view.location.hash = FRAGMENT
    expect(takeReturn(view)).toBeNull()
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
