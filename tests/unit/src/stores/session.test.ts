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
/** Replaces `location.reload`. */
function stubReload() {
  const reload = vi.fn<() => void>()
  vi.stubGlobal('location', { reload })
  return reload
}
const openWith = (value: string) => stubBrowser({ [TOKEN_STORAGE_KEY]: value })

// The first call in a browser follows its tabs permanently: use up that call with an unused browser.
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

describe('session token', () => {
  test('is initially 2, not read yet', { tags: ['S3.10', 'S9.07'] }, () => {
    expect($token.get()).toBe(2)
    expect($token.init).toBe(2)
    expect($session.get()).toEqual({ status: 'unknown' })
  })

  test('is read from storage once, at the start', { tags: ['S3.11', 'S4.09'] }, () => {
    openWith(TOKEN)
    expect(readToken()).toBe(TOKEN)
    openWith(NEXT)
    expect(readToken()).toBe(TOKEN)
    expect($session.get()).toEqual({ status: 'member', token: TOKEN })
  })

  test.each(['', '2', 'undefined', 'null', '<script>'])('is null if %s is stored', (value) => {
    openWith(value)
    expect(readToken()).toBeNull()
    expect($session.get()).toEqual({ status: 'visitor', ended: null })
  })

  test('is read from a readable cookie in preference to storage', { tags: ['S6.05'] }, () => {
    const cookies = `chooseLanguage=en; ${TOKEN_STORAGE_KEY}=${NEXT}`
    stubBrowser({ [TOKEN_STORAGE_KEY]: TOKEN }, cookies)
    expect(readToken()).toBe(NEXT)
  })

  test('is null without storage', () => {
    vi.stubGlobal('localStorage', REFUSED_STORAGE)
    expect(readToken()).toBeNull()
  })
})

describe('session', () => {
  test('starts with a login, which stores its token, and ends with a logout, which clears it', () => {
    const { items, counts } = stubBrowser()
    startSession(TOKEN)
    expect([$token.get(), items.get(TOKEN_STORAGE_KEY)]).toEqual([TOKEN, TOKEN])
    // Other tabs notice the token, and then read the time of the login.
    expect([...items.keys()]).toEqual(['loggedInAt', TOKEN_STORAGE_KEY])
    endSession('logged_out')
    expect([$token.get(), items.size]).toEqual([null, 0])
    expect($session.get()).toEqual({ status: 'visitor', ended: 'logged_out' })
    expect(counts).toEqual({ announced: 2, ticketsDropped: 1 })
  })

  test('deletes its cookie when it ends', () => {
    const { jar } = stubBrowser({}, `${TOKEN_STORAGE_KEY}=${TOKEN}`)
    readToken()
    endSession('logged_out')
    expect(jar.cookie).toBe('')
  })

  test('ends visibly when its token is refused', () => {
    const { counts } = openWith(TOKEN)
    readToken()
    endSession('expired', TOKEN)
    expect($session.get()).toEqual({ status: 'visitor', ended: 'expired' })
    // Cached ticket cards are deleted with the session that opened them.
    expect(counts.ticketsDropped).toBe(1)
  })

  test('continues if another tab has a newer token than the refused one', () => {
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
    renewSession(NEXT, 'no token')
    expect($token.get()).toBe(NEXT)
    endSession('logged_out')
    renewSession(NEXT, TOKEN)
    expect($token.get()).toBeNull()
  })
})

describe('session across tabs', () => {
  test('ends by a logout in another tab and starts by a login there', () => {
    const { counts, page, writeElsewhere } = openWith(TOKEN)
    readToken()
    const stop = followTabs()
    writeElsewhere(TOKEN_STORAGE_KEY, null)
    expect($session.get()).toEqual({ status: 'visitor', ended: 'logged_out' })
    writeElsewhere(TOKEN_STORAGE_KEY, NEXT)
    expect($session.get()).toEqual({ status: 'member', token: NEXT })
    expect(counts.announced).toBe(2)
    stop()
    writeElsewhere(TOKEN_STORAGE_KEY, null)
    page.dispatchEvent(new Event('pageshow'))
    expect($session.get().status).toBe('member')
  })

  test('ends when another tab clears the storage', () => {
    const { items, page } = openWith(TOKEN)
    readToken()
    const stop = followTabs()
    items.clear()
    page.dispatchEvent(Object.assign(new Event('storage'), { key: null }))
    expect($session.get().status).toBe('visitor')
    stop()
  })

  test('reloads a page of a member after a logout and another login in another tab', () => {
    const reload = stubReload()
    const { items, writeElsewhere } = stubBrowser()
    startSession(TOKEN)
    const stop = followTabs()
    items.delete('loggedInAt')
    writeElsewhere(TOKEN_STORAGE_KEY, null)
    expect(reload).not.toHaveBeenCalled()
    items.set('loggedInAt', '1800000000000')
    writeElsewhere(TOKEN_STORAGE_KEY, NEXT)
    expect(reload).toHaveBeenCalledOnce()
    stop()
  })

  test('keeps the page of a session that expired in another tab, after another login there', () => {
    const reload = stubReload()
    const { items, writeElsewhere } = stubBrowser()
    startSession(TOKEN)
    const stop = followTabs()
    endSession('expired', TOKEN)
    expect(items.has('loggedInAt')).toBe(true)
    $token.set(TOKEN)
    writeElsewhere(TOKEN_STORAGE_KEY, null)
    expect($session.get()).toEqual({ status: 'visitor', ended: 'expired' })
    items.set('loggedInAt', '1800000000000')
    writeElsewhere(TOKEN_STORAGE_KEY, NEXT)
    expect($session.get()).toEqual({ status: 'member', token: NEXT })
    expect(reload).not.toHaveBeenCalled()
    stop()
  })

  test('starts without a reload on a page of a visitor by a login in another tab', () => {
    const reload = stubReload()
    const { items, writeElsewhere } = stubBrowser()
    readToken()
    const stop = followTabs()
    items.set('loggedInAt', '1800000000000')
    writeElsewhere(TOKEN_STORAGE_KEY, NEXT)
    expect($session.get()).toEqual({ status: 'member', token: NEXT })
    expect(reload).not.toHaveBeenCalled()
    stop()
  })

  test('continues with a token that another tab has renewed', () => {
    const reload = stubReload()
    const { writeElsewhere } = stubBrowser()
    startSession(TOKEN)
    const stop = followTabs()
    writeElsewhere(TOKEN_STORAGE_KEY, NEXT)
    expect($session.get()).toEqual({ status: 'member', token: NEXT })
    expect(reload).not.toHaveBeenCalled()
    stop()
  })

  test('reloads a page of the previous member that is restored after another login', () => {
    const reload = stubReload()
    vi.useFakeTimers({ toFake: ['Date'] })
    const { items, page } = stubBrowser()
    startSession(TOKEN)
    const restored = new Map(items)
    const stop = followTabs()
    // Meanwhile, on other pages: a logout, and the login of another member.
    vi.advanceTimersByTime(60_000)
    startSession(NEXT)
    const later = new Map(items)
    items.clear()
    for (const [key, value] of restored) items.set(key, value)
    $token.set(TOKEN_UNREAD)
    readToken()
    for (const [key, value] of later) items.set(key, value)
    page.dispatchEvent(new Event('pageshow'))
    expect(reload).toHaveBeenCalledOnce()
    stop()
    vi.useRealTimers()
  })

  test('reloads a page that is restored after a login, because it shows the data of visitors', () => {
    const reload = stubReload()
    const { items, page } = stubBrowser()
    readToken()
    const stop = followTabs()
    items.set('loggedInAt', '1800000000000')
    items.set(TOKEN_STORAGE_KEY, TOKEN)
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    expect(reload).toHaveBeenCalledOnce()
    stop()
  })

  test('ignores other storage keys', () => {
    const { items, writeElsewhere } = openWith(TOKEN)
    readToken()
    const stop = followTabs()
    items.delete(TOKEN_STORAGE_KEY)
    writeElsewhere('recentSearches', '[]')
    expect($session.get().status).toBe('member')
    stop()
  })
})
