import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { TOKEN_UNREAD } from '#config.ts'
import { logOut, revokeLater } from '#stores/log-out.ts'
import { $session, $token } from '#stores/session.ts'
import { stubBrowser } from '#tests/support/stub-browser.ts'

const TOKEN = `v1.${'a'.repeat(43)}`

/** A browser whose network and API a test switches. */
function openBrowser() {
  const { items, page } = stubBrowser()
  const revoked: [string | null, boolean][] = []
  const state = { isOnline: true, code: 200 }
  const answer = async (_: string, { headers, body }: { headers: Headers; body: string }) => {
    if (!state.isOnline) throw new TypeError('offline')
    const { everywhere } = JSON.parse(body) as { everywhere: boolean }
    if (state.code === 200) revoked.push([headers.get('token'), everywhere])
    return Response.json({ code: state.code, msg: '', time: 0, data: {} })
  }
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('location', { pathname: '/user/user' })
  return { items, page, revoked, state }
}

beforeEach(() => $token.set(TOKEN))
afterEach(() => void vi.unstubAllGlobals())

describe('logOut', () => {
  test('ends the session at the API and here', { tags: ['S4.08'] }, async () => {
    const { revoked, items } = openBrowser()
    await logOut()
    expect(revoked).toEqual([[TOKEN, false]])
    expect($session.get()).toEqual({ status: 'visitor', ended: 'logged_out' })
    expect(items.size).toBe(0)
  })

  test('everywhere is passed to the API', async () => {
    const { revoked } = openBrowser()
    await logOut({ everywhere: true })
    expect(revoked).toEqual([[TOKEN, true]])
  })

  test('keeps the session where the API cannot log out other devices', async () => {
    const { items, state } = openBrowser()
    state.code = 404
    expect(await logOut({ everywhere: true })).toBe(false)
    expect([$session.get().status, items.size]).toEqual(['member', 0])
    expect(await logOut()).toBe(true)
    expect($session.get().status).toBe('visitor')
  })

  test('works offline: locally at once, at the API later', async () => {
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

  test('a visitor has no session to end', async () => {
    const { revoked } = openBrowser()
    $token.set(null)
    await logOut()
    expect(revoked).toEqual([])
  })
})

test.each([
  ['not JSON', '{'],
  ['of another form', '"v1"'],
])('a stored logout that is %s is ignored', async (_, note) => {
  const { items, revoked } = openBrowser()
  items.set('unrevoked', note)
  await revokeLater()
  expect(revoked).toEqual([])
  $token.set(TOKEN_UNREAD)
})
