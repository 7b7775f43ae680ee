import { describe, expect, test } from 'vitest'
import { parse } from 'node-html-parser'
import { checkGuards, runGuards } from '#browser/guards.ts'
import { takeRouteError } from '#browser/fill-error-page.ts'
import { ROUTE_ERROR_KEY } from '#config.ts'
import { createStorage } from '#tests/support/fake-storage.ts'

function createTab(pathname: string, search = '', hash = '') {
  const visited: string[] = []
  const { storage } = createStorage()
  const location = { pathname, search, hash, replace: (url: string) => void visited.push(url) }
  return { tab: { location, sessionStorage: storage } as unknown as Window, visited }
}

/** A page with the given guards, as far as the script reads it. */
function createPage(guards: string) {
  const dataset = { guards, login: '/en/login' }
  return { querySelector: () => ({ dataset }) } as unknown as ParentNode
}

describe('checkGuards', () => {
  test(
    'admits members with the auth guard and redirects visitors to the login',
    { tags: ['S6.01'] },
    () => {
      expect(checkGuards(['auth'], { isMember: true })).toEqual({ kind: 'pass' })
      expect(checkGuards(['auth'], { isMember: false })).toEqual({ kind: 'login' })
      expect(checkGuards([], { isMember: false })).toEqual({ kind: 'pass' })
    },
  )

  test.each(['door', 'toString', '__proto__'])(
    'reports an unknown guard %s with its name',
    { tags: ['S8.14'] },
    (name) => {
      expect(checkGuards([name], { isMember: true })).toEqual({
        kind: 'error',
        error: { status: 500, message: `Unknown middleware ${name}` },
      })
    },
  )
})

describe('runGuards', () => {
  test('redirects a visitor to the login, with the return path', () => {
    const { tab, visited } = createTab('/en/order/Info', '?id=12', '#tickets')
    runGuards(createPage('auth'), tab, { isMember: false })
    expect(visited).toEqual(['/en/login?return=%2Fen%2Forder%2FInfo%3Fid%3D12%23tickets'])
  })

  test('keeps the credential of a sign-in out of the address of the login', () => {
    // A member who binds an account has logged out in another tab meanwhile.
    const { tab, visited } = createTab('/en/user/user', '', '#sign_in=oidc&credential=a.b.c')
    runGuards(createPage('auth'), tab, { isMember: false })
    expect(visited).toEqual(['/en/login?return=%2Fen%2Fuser%2Fuser'])
  })

  test('redirects to the error page for an unknown guard', { tags: ['S8.14'] }, () => {
    const { tab, visited } = createTab('/en/user/user')
    runGuards(createPage('auth door'), tab, { isMember: true })
    expect(visited).toEqual(['/en/500'])
    const note = takeRouteError(tab, ROUTE_ERROR_KEY)
    expect(note).toMatchObject({ status: 500, message: 'Unknown middleware door' })
  })

  test('does nothing on pages without guards', () => {
    const { tab, visited } = createTab('/')
    runGuards(parse('<main></main>') as unknown as ParentNode, tab, { isMember: false })
    expect(visited).toEqual([])
  })
})
