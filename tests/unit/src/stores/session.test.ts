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
import { createSessionEnvironment } from '#tests/support/session-environment.ts'

const TOKEN = `v1.${'a'.repeat(43)}`
const NEXT = `v1.${'b'.repeat(43)}`
const holding = (value: string) => createSessionEnvironment({ [TOKEN_STORAGE_KEY]: value })

beforeEach(() => {
  startSession(TOKEN, createSessionEnvironment().environment)
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
      expect(readToken(holding(TOKEN).environment)).toBe(TOKEN)
      expect(readToken(holding(NEXT).environment)).toBe(TOKEN)
      expect($session.get()).toEqual({ status: 'member', token: TOKEN })
    },
  )

  test.each(['', '2', 'undefined', 'null', '<script>'])('a stored %s is not a token', (value) => {
    expect(readToken(holding(value).environment)).toBeNull()
    expect($session.get()).toEqual({ status: 'visitor', ended: null })
  })

  test(
    'a token in a readable cookie takes precedence over the stored one',
    { tags: ['S6.05'] },
    () => {
      const cookies = `chooseLanguage=en; ${TOKEN_STORAGE_KEY}=${NEXT}`
      const { environment } = createSessionEnvironment({ [TOKEN_STORAGE_KEY]: TOKEN }, cookies)
      expect(readToken(environment)).toBe(NEXT)
    },
  )

  test('without storage there is no token', () => {
    const { environment } = createSessionEnvironment()
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    expect(readToken({ ...environment, storage: refuse })).toBeNull()
  })
})

describe('a session', () => {
  test('starts by a login, which stores its token, and ends by a logout, which clears it', () => {
    const { environment, items, seen } = createSessionEnvironment()
    startSession(TOKEN, environment)
    expect([$token.get(), items.get(TOKEN_STORAGE_KEY)]).toEqual([TOKEN, TOKEN])
    endSession('logged_out', undefined, environment)
    expect([$token.get(), items.size]).toEqual([null, 0])
    expect($session.get()).toEqual({ status: 'visitor', ended: 'logged_out' })
    expect(seen).toEqual({ announced: 2, ticketsDropped: 1 })
  })

  test('also ends if its token is in a cookie', () => {
    const { environment, jar } = createSessionEnvironment({}, `${TOKEN_STORAGE_KEY}=${TOKEN}`)
    readToken(environment)
    endSession('logged_out', undefined, environment)
    expect(jar.cookie).toBe('')
  })

  test('ends visibly when its token is refused', () => {
    const { environment, seen } = holding(TOKEN)
    readToken(environment)
    endSession('expired', TOKEN, environment)
    expect($session.get()).toEqual({ status: 'visitor', ended: 'expired' })
    // A ticket card kept on the device does not outlive the session that opened it.
    expect(seen.ticketsDropped).toBe(1)
  })

  test('stays when another tab has a newer token than the refused one', () => {
    const { environment, items } = holding(TOKEN)
    readToken(environment)
    items.set(TOKEN_STORAGE_KEY, NEXT)
    endSession('expired', TOKEN, environment)
    expect($session.get()).toEqual({ status: 'member', token: NEXT })
  })

  test('continues with the renewed token, unless the visitor has logged out', () => {
    const { environment, items } = holding(TOKEN)
    readToken(environment)
    renewSession(TOKEN, NEXT, environment)
    expect([$token.get(), items.get(TOKEN_STORAGE_KEY)]).toEqual([NEXT, NEXT])
    endSession('logged_out', undefined, environment)
    renewSession(NEXT, TOKEN, environment)
    expect($token.get()).toBeNull()
  })
})

describe('other tabs', () => {
  test('a logout in another tab ends the session, a login starts it', () => {
    const { environment, writeElsewhere } = holding(TOKEN)
    readToken(environment)
    const stop = followTabs(environment)
    writeElsewhere(TOKEN_STORAGE_KEY, null)
    expect($session.get()).toEqual({ status: 'visitor', ended: 'logged_out' })
    writeElsewhere(TOKEN_STORAGE_KEY, NEXT)
    expect($session.get()).toEqual({ status: 'member', token: NEXT })
    stop()
    writeElsewhere(TOKEN_STORAGE_KEY, null)
    expect($session.get().status).toBe('member')
  })

  test('ignores other keys of the storage', () => {
    const { environment, writeElsewhere } = holding(TOKEN)
    readToken(environment)
    const stop = followTabs(environment)
    writeElsewhere('recentSearches', '[]')
    expect($session.get().status).toBe('member')
    stop()
  })
})
