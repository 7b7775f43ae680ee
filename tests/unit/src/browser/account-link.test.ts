import { expect, test } from 'vitest'
import { followSession, hasSession, showSession } from '#browser/account-link.ts'

const TOKEN = `v1.${'a'.repeat(43)}`
const createView = (stored: string | null, cookie = '') => ({
  document: { cookie },
  localStorage: { getItem: () => stored },
})

test.each([null, '', '2', 'undefined', 'null', '<script>', 'a'.repeat(600)])(
  'detects no session for a stored %s',
  (value) => {
    expect(hasSession(createView(value, `token=${value}`), 'token')).toBe(false)
  },
)

test('detects a session for a stored token', () => {
  expect(hasSession(createView(TOKEN), 'token')).toBe(true)
})

test('detects a session for a token in a cookie', { tags: ['S6.05'] }, () => {
  expect(hasSession(createView(null, `chooseLanguage=en; token=${TOKEN}`), 'token')).toBe(true)
})

test('detects no session without storage', () => {
  const view = {
    document: { cookie: '' },
    get localStorage(): Storage {
      throw new DOMException('denied', 'SecurityError')
    },
  }
  expect(hasSession(view, 'token')).toBe(false)
})

function createLink() {
  const attributes = new Map([['href', '/login']])
  const link = {
    dataset: {
      sessionKey: 'token',
      accountHref: '/user/user',
      accountLabel: 'Account',
      loginHref: '/login',
      loginLabel: 'Log in',
    },
    textContent: '',
    getAttribute: (name: string) => attributes.get(name) ?? null,
    setAttribute: (name: string, value: string) => void attributes.set(name, value),
  }
  return { link, attributes }
}

// A middle click, or a tab opened by the menu of the link, begins with `pointerdown` and has no `click`.
test.each(['pointerdown', 'click'])('the login returns to the current filter on %s', (type) => {
  const { link, attributes } = createLink()
  const view = Object.assign(new EventTarget(), {
    ...createView(null),
    location: { pathname: '/drama/home', search: '' },
  })
  const root = { querySelectorAll: () => [link] } as unknown as ParentNode
  followSession(root, view as unknown as Window)
  view.location.search = '?city=2'
  view.dispatchEvent(new Event(type))
  expect(attributes.get('href')).toBe('/login?return=%2Fdrama%2Fhome%3Fcity%3D2')
})

test('updates the account link when the session starts or ends', () => {
  const { link, attributes } = createLink()
  const place = { pathname: '/drama/detail', search: '?id=3' }
  const root = { querySelectorAll: () => [link] } as unknown as ParentNode
  showSession(root, createView(TOKEN), place)
  expect([link.textContent, attributes.get('href')]).toEqual(['Account', '/user/user'])
  showSession(root, createView(null), place)
  const login = '/login?return=%2Fdrama%2Fdetail%3Fid%3D3'
  expect([link.textContent, attributes.get('href')]).toEqual(['Log in', login])
  const loginPage = { pathname: '/login', search: '?return=%2Fuser%2Fuser' }
  showSession(root, createView(null), loginPage)
  expect(attributes.get('href')).toBe('/login?return=%2Fuser%2Fuser')
})
