import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { TOKEN_UNREAD } from '#config.ts'
import { logOut, revokeLater } from '#stores/log-out.ts'
import { $recentSearches, addRecentSearch } from '#stores/recent-searches.ts'
import { $sentCodes } from '#stores/sent-code.ts'
import { $session, $token } from '#stores/session.ts'
import { stubBrowser } from '#tests/support/stub-browser.ts'

const TOKEN = `v1.${'a'.repeat(43)}`

/** A browser with a configurable network and API. */
function openBrowser() {
  const { items, page } = stubBrowser()
  const revoked: [string | null, boolean][] = []
  const state = { isOnline: true, code: 200 }
  const respond = async (_: string, { headers, body }: { headers: Headers; body: string }) => {
    if (!state.isOnline) throw new TypeError('offline')
    const { everywhere } = JSON.parse(body) as { everywhere: boolean }
    if (state.code === 200) revoked.push([headers.get('token'), everywhere])
    return Response.json({ code: state.code, msg: '', time: 0, data: {} })
  }
  vi.stubGlobal('fetch', respond)
  vi.stubGlobal('location', { pathname: '/user/user' })
  return { items, page, revoked, state }
}

beforeEach(() => $token.set(TOKEN))
afterEach(() => void vi.unstubAllGlobals())

describe('logOut', () => {
  test('ends the session at the API and in the browser', { tags: ['S4.08'] }, async () => {
    const { revoked, items } = openBrowser()
    await logOut()
    expect(revoked).toEqual([[TOKEN, false]])
    expect($session.get()).toEqual({ status: 'visitor', ended: 'logged_out' })
    expect(items.size).toBe(0)
  })

  test('removes the pending codes of the member', async () => {
    openBrowser()
    const code = { to: 'anna@example.org', resendAt: 0, expiresAt: 1, notedAt: 0, outbox: null }
    $sentCodes.set({ email: code })
    await logOut()
    expect($sentCodes.get()).toEqual({})
  })

  test('passes “everywhere” on to the API', async () => {
    const { revoked } = openBrowser()
    await logOut({ everywhere: true })
    expect(revoked).toEqual([[TOKEN, true]])
  })

  test('keeps the session if the API cannot log out other devices', async () => {
    const { items, state } = openBrowser()
    state.code = 404
    expect(await logOut({ everywhere: true })).toBe(false)
    expect([$session.get().status, items.size]).toEqual(['member', 0])
    expect(await logOut()).toBe(true)
    expect($session.get().status).toBe('visitor')
  })

  test('deletes drafts and recent searches only if the session ends', async () => {
    const { items, state } = openBrowser()
    addRecentSearch('茶馆')
    state.code = 404
    await logOut({ everywhere: true, forgetDrafts: true })
    expect([$recentSearches.get(), items.size]).toEqual([['茶馆'], 0])
    await logOut({ forgetDrafts: true })
    // Without IndexedDB, the mark of the deletion stays.
    expect([$recentSearches.get(), [...items.keys()]]).toEqual([[], ['draft/']])
  })

  test('keeps no token on the device if the API has no logout', async () => {
    const { items, state, page } = openBrowser()
    state.code = 404
    await logOut()
    expect(items.size).toBe(0)
    $token.set(TOKEN)
    state.isOnline = false
    await logOut()
    expect(items.size).toBe(1)
    state.isOnline = true
    page.dispatchEvent(new Event('online'))
    await expect.poll(() => items.size).toBe(0)
  })

  test('works offline: at once in the browser, later at the API', async () => {
    const { revoked, page, items, state } = openBrowser()
    state.isOnline = false
    await logOut({ everywhere: true })
    expect($session.get().status).toBe('visitor')
    expect([revoked.length, items.size]).toEqual([0, 1])
    state.isOnline = true
    page.dispatchEvent(new Event('online'))
    await expect.poll(() => revoked).toEqual([[TOKEN, true]])
    expect(items.size).toBe(0)
  })

  test('works during maintenance: at once in the browser, later at the API', async () => {
    const { revoked, items, state } = openBrowser()
    state.code = 500902
    await logOut()
    expect($session.get().status).toBe('visitor')
    expect(items.size).toBe(1)
    state.code = 200
    // The next visit of the login page.
    await revokeLater()
    expect([revoked, items.size]).toEqual([[[TOKEN, false]], 0])
  })

  test('revokes each of several sessions that were logged out offline', async () => {
    const { revoked, page, items, state } = openBrowser()
    const next = `v1.${'b'.repeat(43)}`
    state.isOnline = false
    await logOut()
    $token.set(next)
    await logOut()
    state.isOnline = true
    page.dispatchEvent(new Event('online'))
    await expect.poll(() => items.size).toBe(0)
    expect(new Map(revoked)).toEqual(new Map([TOKEN, next].map((token) => [token, false])))
  })

  test('sends no request for a visitor', async () => {
    const { revoked } = openBrowser()
    $token.set(null)
    await logOut()
    expect(revoked).toEqual([])
  })
})

test.each([
  ['not JSON', '{'],
  ['of another shape', '"v1"'],
])('ignores a stored logout that is %s', async (_, note) => {
  const { items, revoked } = openBrowser()
  items.set('unrevoked', note)
  await revokeLater()
  expect(revoked).toEqual([])
  $token.set(TOKEN_UNREAD)
})
