import { atom, computed, onMount } from 'nanostores'
import { TOKEN_STORAGE_KEY, TOKEN_UNREAD } from '#config.ts'
import { forgetTickets } from './forget-tickets.ts'

/** A stored user token; `2`, `undefined` and empty are not tokens. */
const TOKEN = /^[\w.~+/=-]{16,512}$/

/** Why a session ended. */
export type Ending = 'expired' | 'logged_out'

/** The session of the visitor. `ended` is the reason why an earlier session of this page ended. */
export type VisitorSession =
  | { status: 'unknown' }
  | { status: 'visitor'; ended: Ending | null }
  | { status: 'member'; token: string }

/** The browser functions for sessions; substituted in tests. */
export interface SessionWorld {
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  cookies: () => string
  dropCookie: () => void
  /** Listens to storage changes by other tabs; returns a function that stops it. */
  watch: (listener: (key: string | null) => void) => () => void
  /** Notifies parts of the page without stores: the header. */
  announce: () => void
  /** Deletes ticket cards cached for offline use, which belong to the session. */
  dropTickets: () => void
}

const browser: SessionWorld = {
  storage: () => globalThis.localStorage,
  cookies: () => globalThis.document.cookie,
  dropCookie: () => {
    document.cookie = `${TOKEN_STORAGE_KEY}=; Path=/; Max-Age=0`
  },
  watch: (listener) => {
    const onStorage = (event: StorageEvent) => listener(event.key)
    // A page restored from the back/forward cache has missed changes of other tabs.
    const wake = () => listener(null)
    addEventListener('storage', onStorage)
    addEventListener('pageshow', wake)
    return () => {
      removeEventListener('storage', onStorage)
      removeEventListener('pageshow', wake)
    }
  },
  announce: () => dispatchEvent(new Event('sessionchange')),
  dropTickets: () => void forgetTickets(),
}

/** The user token: 2 until local storage was read (spec section 9), null for visitors. */
export const $token = atom<string | null | typeof TOKEN_UNREAD>(TOKEN_UNREAD)
const $ended = atom<Ending | null>(null)

export const $session = computed([$token, $ended], (token, ended): VisitorSession => {
  if (token === TOKEN_UNREAD) return { status: 'unknown' }
  return token === null ? { status: 'visitor', ended } : { status: 'member', token: String(token) }
})

const asToken = (text: string | null | undefined): string | null =>
  TOKEN.test(text ?? '') ? (text ?? null) : null

/** Reads the token from a script-readable cookie, which takes precedence (spec section 6). */
function readCookie({ cookies }: SessionWorld): string | null {
  const pair = cookies()
    .split('; ')
    .find((each) => each.startsWith(`${TOKEN_STORAGE_KEY}=`))
  return asToken(pair?.slice(TOKEN_STORAGE_KEY.length + 1))
}

function readStored(world: SessionWorld): string | null {
  try {
    return readCookie(world) ?? asToken(world.storage().getItem(TOKEN_STORAGE_KEY))
  } catch {
    // Without storage there is no session.
    return null
  }
}

/** Returns the token of this visitor, read on first use; null without one. */
export function readToken(world: SessionWorld = browser): string | null {
  if ($token.get() === TOKEN_UNREAD) $token.set(readStored(world))
  const token = $token.get()
  return token === TOKEN_UNREAD ? null : token
}

function storeToken(token: string | null, world: SessionWorld): void {
  try {
    if (readCookie(world) !== token) world.dropCookie()
    if (token === null) world.storage().removeItem(TOKEN_STORAGE_KEY)
    else world.storage().setItem(TOKEN_STORAGE_KEY, token)
  } catch {
    // Without storage the session lasts as long as this page.
  }
  $token.set(token)
  world.announce()
}

/** Starts a session after login. */
export function startSession(token: string, world: SessionWorld = browser): void {
  $ended.set(null)
  storeToken(token, world)
}

/** Replaces the token of a call by the renewed one. */
export function renewSession(used: string, next: string, world: SessionWorld = browser): void {
  // Ignored if the visitor has logged out meanwhile.
  if ($token.get() === used && TOKEN.test(next)) storeToken(next, world)
}

/**
 * Ends the session on this device; islands show that and offer login.
 * @param used the rejected token: a newer one of another tab stays
 */
export function endSession(ending: Ending, used?: string, world: SessionWorld = browser): void {
  const stored = readStored(world)
  if (used !== undefined && stored !== null && stored !== used) return $token.set(stored)
  $ended.set(ending)
  storeToken(null, world)
  world.dropTickets()
}

/** Synchronises the session with other tabs; returns a function that stops it. */
export function followTabs(world: SessionWorld = browser): () => void {
  return world.watch((key) => {
    if (key !== null && key !== TOKEN_STORAGE_KEY) return
    const before = readToken(world)
    const token = readStored(world)
    if (token === before) return
    $ended.set(token === null ? 'logged_out' : null)
    $token.set(token)
    world.announce()
  })
}

let isFollowing = false

// Read on first use and synchronised while the page is open; builds have no session.
onMount($token, () => {
  if (typeof document === 'undefined' || isFollowing) return
  isFollowing = true
  readToken()
  followTabs()
})
