import { beforeEach, describe, expect, test } from 'vitest'
import { TOKEN_STORAGE_KEY, TOKEN_UNREAD } from '#config.ts'
import {
  $session,
  $token,
  endSession,
  followTabs,
  readToken,
  renewSession,
  startSession,
} from '#stores/session.ts'
import { createSessionWorld } from '#tests/support/session-world.ts'

const TOKEN = `v1.${'a'.repeat(43)}`
const NEXT = `v1.${'b'.repeat(43)}`
const holding = (value: string) => createSessionWorld({ [TOKEN_STORAGE_KEY]: value })

beforeEach(() => {
  startSession(TOKEN, createSessionWorld().world)
  $token.set(TOKEN_UNREAD)
})

describe('reading the token', () => {
  test('the token starts as 2, not read yet', { tags: ['S3.10', 'S9.07'] }, () => {
    expect($token.get()).toBe(2)
    expect($token.init).toBe(2)
    expect($session.get()).toEqual({ status: 'unknown' })
  })

  test(
    'the stored token is read into the store once, at start',
    { tags: ['S3.11', 'S4.09'] },
    () => {
      expect(readToken(holding(TOKEN).world)).toBe(TOKEN)
      expect(readToken(holding(NEXT).world)).toBe(TOKEN)
      expect($session.get()).toEqual({ status: 'member', token: TOKEN })
    },
  )

  test.each(['', '2', 'undefined', 'null', '<script>'])('a stored %s is not a token', (value) => {
    expect(readToken(holding(value).world)).toBeNull()
    expect($session.get()).toEqual({ status: 'visitor', ended: null })
  })

  test(
    'a token in a readable cookie takes precedence over the stored one',
    { tags: ['S6.05'] },
    () => {
      const cookies = `chooseLanguage=en; ${TOKEN_STORAGE_KEY}=${NEXT}`
      const { world } = createSessionWorld({ [TOKEN_STORAGE_KEY]: TOKEN }, cookies)
      expect(readToken(world)).toBe(NEXT)
    },
  )

  test('without storage there is no token', () => {
    const { world } = createSessionWorld()
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    expect(readToken({ ...world, storage: refuse })).toBeNull()
  })
})

describe('a session', () => {
  test('starts by a login, which stores its token, and ends by a logout, which clears it', () => {
    const { world, items, seen } = createSessionWorld()
    startSession(TOKEN, world)
    expect([$token.get(), items.get(TOKEN_STORAGE_KEY)]).toEqual([TOKEN, TOKEN])
    endSession('logged_out', undefined, world)
    expect([$token.get(), items.size]).toEqual([null, 0])
    expect($session.get()).toEqual({ status: 'visitor', ended: 'logged_out' })
    expect(seen).toEqual({ announced: 2, ticketsDropped: 1 })
  })

  test('also ends if its token is in a cookie', () => {
    const { world, jar } = createSessionWorld({}, `${TOKEN_STORAGE_KEY}=${TOKEN}`)
    readToken(world)
    endSession('logged_out', undefined, world)
    expect(jar.cookie).toBe('')
  })

  test('ends visibly when its token is refused', () => {
    const { world, seen } = holding(TOKEN)
    readToken(world)
    endSession('expired', TOKEN, world)
    expect($session.get()).toEqual({ status: 'visitor', ended: 'expired' })
    // A ticket card kept on the device does not outlive the session that opened it.
    expect(seen.ticketsDropped).toBe(1)
  })

  test('stays when another tab has a newer token than the refused one', () => {
    const { world, items } = holding(TOKEN)
    readToken(world)
    items.set(TOKEN_STORAGE_KEY, NEXT)
    endSession('expired', TOKEN, world)
    expect($session.get()).toEqual({ status: 'member', token: NEXT })
  })

  test('continues with the renewed token, unless the visitor has logged out', () => {
    const { world, items } = holding(TOKEN)
    readToken(world)
    renewSession(TOKEN, NEXT, world)
    expect([$token.get(), items.get(TOKEN_STORAGE_KEY)]).toEqual([NEXT, NEXT])
    endSession('logged_out', undefined, world)
    renewSession(NEXT, TOKEN, world)
    expect($token.get()).toBeNull()
  })
})

describe('other tabs', () => {
  test('a logout in another tab ends the session, a login starts it', () => {
    const { world, writeElsewhere } = holding(TOKEN)
    readToken(world)
    const stop = followTabs(world)
    writeElsewhere(TOKEN_STORAGE_KEY, null)
    expect($session.get()).toEqual({ status: 'visitor', ended: 'logged_out' })
    writeElsewhere(TOKEN_STORAGE_KEY, NEXT)
    expect($session.get()).toEqual({ status: 'member', token: NEXT })
    stop()
    writeElsewhere(TOKEN_STORAGE_KEY, null)
    expect($session.get().status).toBe('member')
  })

  test('ignores other keys of the storage', () => {
    const { world, writeElsewhere } = holding(TOKEN)
    readToken(world)
    const stop = followTabs(world)
    writeElsewhere('recentSearches', '[]')
    expect($session.get().status).toBe('member')
    stop()
  })
})
