import { beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '#client/errors.ts'
import { TOKEN_UNREAD } from '#config.ts'
import { logOut, revokeLater, type LogOutEnvironment } from '#stores/log-out.ts'
import { $session, $token, endSession } from '#stores/session.ts'
import { createSessionWorld } from '#tests/support/session-world.ts'

const TOKEN = `v1.${'a'.repeat(43)}`

/** A browser whose network a test switches. */
function createWorld() {
  const items = new Map<string, string>()
  const revoked: [string, boolean][] = []
  const waiting: (() => void)[] = []
  const state = { isOnline: true }
  const world: LogOutEnvironment = {
    revoke: (token, everywhere) => {
      if (!state.isOnline) return Promise.reject(new Error('offline'))
      revoked.push([token, everywhere])
      return Promise.resolve()
    },
    storage: () => ({
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
    }),
    onOnline: (listener) => void waiting.push(listener),
    end: () => endSession('logged_out', undefined, createSessionWorld().world),
  }
  return { world, items, revoked, waiting, state }
}

beforeEach(() => $token.set(TOKEN))

describe('logOut', () => {
  test('ends the session at the API and here', { tags: ['S4.08'] }, async () => {
    const { world, revoked, items } = createWorld()
    await logOut({}, world)
    expect(revoked).toEqual([[TOKEN, false]])
    expect($session.get()).toEqual({ status: 'visitor', ended: 'logged_out' })
    expect(items.size).toBe(0)
  })

  test('everywhere is passed to the API', async () => {
    const { world, revoked } = createWorld()
    await logOut({ everywhere: true }, world)
    expect(revoked).toEqual([[TOKEN, true]])
  })

  test('keeps the session where the API cannot log out other devices', async () => {
    const { world, items } = createWorld()
    world.revoke = () => Promise.reject(new ApiError(404, 'no such call'))
    expect(await logOut({ everywhere: true }, world)).toBe(false)
    expect([$session.get().status, items.size]).toEqual(['member', 0])
    expect(await logOut({}, world)).toBe(true)
    expect($session.get().status).toBe('visitor')
  })

  test('works offline: locally at once, at the API later', async () => {
    const { world, revoked, waiting, items, state } = createWorld()
    state.isOnline = false
    await logOut({ everywhere: true }, world)
    expect($session.get().status).toBe('visitor')
    expect([revoked.length, waiting.length, items.size]).toEqual([0, 1, 1])
    state.isOnline = true
    waiting[0]?.()
    await expect.poll(() => revoked).toEqual([[TOKEN, true]])
    expect(items.size).toBe(0)
  })

  test('a visitor has no session to end', async () => {
    const { world, revoked } = createWorld()
    $token.set(null)
    await logOut({}, world)
    expect(revoked).toEqual([])
  })
})

test.each([
  ['not JSON', '{'],
  ['of another form', '"v1"'],
])('a stored logout that is %s is ignored', async (_, note) => {
  const { world, items, revoked } = createWorld()
  items.set('unrevoked', note)
  await revokeLater(world)
  expect(revoked).toEqual([])
  $token.set(TOKEN_UNREAD)
})
