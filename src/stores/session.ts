import { atom, computed, onMount } from 'nanostores'
import { TOKEN_STORAGE_KEY, TOKEN_UNREAD } from '#config.ts'
import { clearTicketCache } from './clear-ticket-cache.ts'
import { readItem, removeItem, writeItem } from './safe-storage.ts'

/** Storage key of the time of the login, which distinguishes a renewed token from that of another login. */
const LOGIN_STORAGE_KEY = 'loggedInAt'

/** A stored user token; `2`, `undefined` and empty are not tokens. */
const TOKEN = /^[\w.~+/=-]{16,512}$/

/** Why a session ended. */
export type Ending = 'expired' | 'logged_out'

/** The session of the visitor. `ended` is the reason why an earlier session of this page ended. */
export type VisitorSession =
  | { status: 'unknown' }
  | { status: 'visitor'; ended: Ending | null }
  | { status: 'member'; token: string }

/** The user token: 2 until local storage has been read (spec section 9), null for visitors. */
export const $token = atom<string | null | typeof TOKEN_UNREAD>(TOKEN_UNREAD)
const $ended = atom<Ending | null>(null)

export const $session = computed([$token, $ended], (token, ended): VisitorSession => {
  if (token === TOKEN_UNREAD) return { status: 'unknown' }
  return token === null ? { status: 'visitor', ended } : { status: 'member', token: String(token) }
})

const asToken = (text: string | null | undefined): string | null =>
  TOKEN.test(text ?? '') ? (text ?? null) : null

/** Reads the token from a script-readable cookie, which takes precedence (spec section 6). */
function readCookie(): string | null {
  const pair = document.cookie.split('; ').find((each) => each.startsWith(`${TOKEN_STORAGE_KEY}=`))
  return asToken(pair?.slice(TOKEN_STORAGE_KEY.length + 1))
}

function readStored(): string | null {
  try {
    return readCookie() ?? asToken(localStorage.getItem(TOKEN_STORAGE_KEY))
  } catch {
    // Without storage there is no session.
    return null
  }
}

/** The login whose data this page shows; null without one. */
let login: string | null = null

const readLogin = (): string | null => readItem('localStorage', LOGIN_STORAGE_KEY)

/** Returns the token of this visitor, which is read from storage on first use; null without one. */
export function readToken(): string | null {
  if ($token.get() === TOKEN_UNREAD) {
    login = readLogin()
    $token.set(readStored())
  }
  const token = $token.get()
  return token === TOKEN_UNREAD ? null : token
}

/** Notifies the parts of the page that do not use stores, such as the header. */
const announce = () => dispatchEvent(new Event('sessionchange'))

function storeToken(token: string | null): void {
  try {
    if (readCookie() !== token) document.cookie = `${TOKEN_STORAGE_KEY}=; Path=/; Max-Age=0`
    if (token === null) localStorage.removeItem(TOKEN_STORAGE_KEY)
    else localStorage.setItem(TOKEN_STORAGE_KEY, token)
  } catch {
    // Without storage the session lasts as long as this page.
  }
  $token.set(token)
  announce()
}

/** Starts a session after login. */
export function startSession(token: string): void {
  $ended.set(null)
  // Stored before the token, whose change other tabs notice.
  login = String(Date.now())
  writeItem('localStorage', LOGIN_STORAGE_KEY, login)
  storeToken(token)
}

/** Replaces the token of a call by the renewed one. */
export function renewSession(used: string, next: string): void {
  // Ignored if the visitor has logged out meanwhile.
  if ($token.get() === used && TOKEN.test(next)) storeToken(next)
}

/**
 * Adopts the token that another page has stored. After another login, the page still shows data of the earlier
 * one, also of one that was logged out, and a page from the back/forward cache that of a visitor. After an
 * expired session the member logs in to continue, so the page keeps what was entered.
 */
function adopt(previous: string | null, token: string | null, isRestored = false): void {
  const isOtherLogin = token !== null && readLogin() !== login
  const isOutdated = previous !== null || $ended.get() === 'logged_out' || isRestored
  if (isOtherLogin && isOutdated) return location.reload()
  login = readLogin()
  if (token === null) $ended.set(login === null ? 'logged_out' : 'expired')
  else $ended.set(null)
  $token.set(token)
  announce()
}

/**
 * Ends the session on this device; islands show the reason and offer login.
 * @param used the rejected token; a newer token, stored by another tab, is kept
 */
export function endSession(ending: Ending, used?: string): void {
  const stored = readStored()
  if (used !== undefined && stored !== null && stored !== used) return adopt(used, stored)
  $ended.set(ending)
  // An expired login stays stored, so that other tabs report an expired session.
  if (ending === 'logged_out') removeItem('localStorage', LOGIN_STORAGE_KEY)
  storeToken(null)
  // Ticket cards cached for offline use belong to the session.
  void clearTicketCache()
}

/** Synchronises the session with other tabs; returns a function that stops it. */
export function followTabs(): () => void {
  const follow = (isRestored = false) => {
    const previous = readToken()
    const token = readStored()
    if (token !== previous) adopt(previous, token, isRestored)
  }
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === TOKEN_STORAGE_KEY) follow()
  }
  addEventListener('storage', onStorage)
  // A page restored from the back/forward cache has missed changes of other pages.
  const onPageShow = ({ persisted }: PageTransitionEvent) => follow(persisted)
  addEventListener('pageshow', onPageShow)
  return () => {
    removeEventListener('storage', onStorage)
    removeEventListener('pageshow', onPageShow)
  }
}

let isFollowing = false

// Read on first use and synchronised while the page is open; builds have no session.
onMount($token, () => {
  if (typeof document === 'undefined' || isFollowing) return
  isFollowing = true
  readToken()
  followTabs()
})
