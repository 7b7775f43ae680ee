import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
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
import { REFUSED_STORAGE } from '#tests/support/fake-storage.ts'
import { stubBrowser } from '#tests/support/stub-browser.ts'

const TOKEN = `v1.${'a'.repeat(43)}`
const NEXT = `v1.${'b'.repeat(43)}`
const openWith = (value: string) => stubBrowser({ [TOKEN_STORAGE_KEY]: value })

// The first use in a browser follows its tabs for good: none of the tests' browsers is that one.
beforeAll(() => {
  stubBrowser()
  readToken()
})
beforeEach(() => {
  stubBrowser()
  startSession(TOKEN)
  $token.set(TOKEN_UNREAD)
})
afterEach(() => void vi.unstubAllGlobals())

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
      openWith(TOKEN)
      expect(readToken()).toBe(TOKEN)
      openWith(NEXT)
      expect(readToken()).toBe(TOKEN)
      expect($session.get()).toEqual({ status: 'member', token: TOKEN })
    },
  )

  test.each(['', '2', 'undefined', 'null', '<script>'])('a stored %s is not a token', (value) => {
    openWith(value)
    expect(readToken()).toBeNull()
    expect($session.get()).toEqual({ status: 'visitor', ended: null })
  })

  test(
    'a token in a readable cookie takes precedence over the stored one',
    { tags: ['S6.05'] },
    () => {
      const cookies = `chooseLanguage=en; ${TOKEN_STORAGE_KEY}=${NEXT}`
      stubBrowser({ [TOKEN_STORAGE_KEY]: TOKEN }, cookies)
      expect(readToken()).toBe(NEXT)
    },
  )

  test('without storage there is no token', () => {
    vi.stubGlobal('localStorage', REFUSED_STORAGE)
    expect(readToken()).toBeNull()
  })
})

describe('a session', () => {
  test('starts by a login, which stores its token, and ends by a logout, which clears it', () => {
    const { items, seen } = stubBrowser()
    startSession(TOKEN)
    expect([$token.get(), items.get(TOKEN_STORAGE_KEY)]).toEqual([TOKEN, TOKEN])
    endSession('logged_out')
    expect([$token.get(), items.size]).toEqual([null, 0])
    expect($session.get()).toEqual({ status: 'visitor', ended: 'logged_out' })
    expect(seen).toEqual({ announced: 2, ticketsDropped: 1 })
  })

  test('also ends if its token is in a cookie', () => {
    const { jar } = stubBrowser({}, `${TOKEN_STORAGE_KEY}=${TOKEN}`)
    readToken()
    endSession('logged_out')
    expect(jar.cookie).toBe('')
  })

  test('ends visibly when its token is refused', () => {
    const { seen } = openWith(TOKEN)
    readToken()
    endSession('expired', TOKEN)
    expect($session.get()).toEqual({ status: 'visitor', ended: 'expired' })
    // A ticket card kept on the device does not outlive the session that opened it.
    expect(seen.ticketsDropped).toBe(1)
  })

  test('stays when another tab has a newer token than the refused one', () => {
    const { items } = openWith(TOKEN)
    readToken()
    items.set(TOKEN_STORAGE_KEY, NEXT)
    endSession('expired', TOKEN)
    expect($session.get()).toEqual({ status: 'member', token: NEXT })
  })

  test('continues with the renewed token, unless the visitor has logged out', () => {
    const { items } = openWith(TOKEN)
    readToken()
    renewSession(TOKEN, NEXT)
    expect([$token.get(), items.get(TOKEN_STORAGE_KEY)]).toEqual([NEXT, NEXT])
    endSession('logged_out')
    renewSession(NEXT, TOKEN)
    expect($token.get()).toBeNull()
  })
})

describe('other tabs', () => {
  test('a logout in another tab ends the session, a login starts it', () => {
    const { writeElsewhere } = openWith(TOKEN)
    readToken()
    const stop = followTabs()
    writeElsewhere(TOKEN_STORAGE_KEY, null)
    expect($session.get()).toEqual({ status: 'visitor', ended: 'logged_out' })
    writeElsewhere(TOKEN_STORAGE_KEY, NEXT)
    expect($session.get()).toEqual({ status: 'member', token: NEXT })
    stop()
    writeElsewhere(TOKEN_STORAGE_KEY, null)
    expect($session.get().status).toBe('member')
  })

  test('ignores other keys of the storage', () => {
    const { writeElsewhere } = openWith(TOKEN)
    readToken()
    const stop = followTabs()
    writeElsewhere('recentSearches', '[]')
    expect($session.get().status).toBe('member')
    stop()
  })
})
