import { atom, computed, onMount } from 'nanostores'
import { TOKEN_STORAGE_KEY, TOKEN_UNREAD } from '#config.ts'
import { forgetTickets } from './forget-tickets.ts'

/** A stored user token; `2`, `undefined` and empty are none. */
const TOKEN = /^[\w.~+/=-]{16,512}$/

/** Why there is no session any more: its time was over, or somebody logged out. */
export type Ending = 'expired' | 'logged_out'

/** Who is here. `ended` says why a session that this page knew is gone. */
export type Session =
  | { status: 'unknown' }
  | { status: 'visitor'; ended: Ending | null }
  | { status: 'member'; token: string }

/** The browser, as far as sessions need it; tests give their own. */
export interface SessionWorld {
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  cookies: () => string
  dropCookie: () => void
  /** Other tabs write to the same storage: tells of each change. Returns how to stop. */
  watch: (listener: (key: string | null) => void) => () => void
  /** Tells parts of the page that know no store: the header. */
  announce: () => void
  /** Ticket cards kept for the way without a network go with the session that opened them. */
  dropTickets: () => void
}

const browser: SessionWorld = {
  storage: () => globalThis.localStorage,
  cookies: () => globalThis.document.cookie,
  dropCookie: () => {
    document.cookie = `${TOKEN_STORAGE_KEY}=; Path=/; Max-Age=0`
  },
  watch: (listener) => {
    const tell = (event: StorageEvent) => listener(event.key)
    // A page that comes back from the browser's history slept through what other tabs did.
    const wake = () => listener(null)
    addEventListener('storage', tell)
    addEventListener('pageshow', wake)
    return () => {
      removeEventListener('storage', tell)
      removeEventListener('pageshow', wake)
    }
  },
  announce: () => dispatchEvent(new Event('sessionchange')),
  dropTickets: () => void forgetTickets(),
}

/** The user token: 2 before local storage was read (spec section 9), null for visitors. */
export const $token = atom<string | null | typeof TOKEN_UNREAD>(TOKEN_UNREAD)
const $ended = atom<Ending | null>(null)

export const $session = computed([$token, $ended], (token, ended): Session => {
  if (token === TOKEN_UNREAD) return { status: 'unknown' }
  return token === null ? { status: 'visitor', ended } : { status: 'member', token: String(token) }
})

const asToken = (text: string | null | undefined): string | null =>
  TOKEN.test(text ?? '') ? (text ?? null) : null

/** An API may hand the token over in a cookie that scripts can read; then that counts (spec section 6). */
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
    // A browser that refuses storage has no session.
    return null
  }
}

/** The token of this visitor, read the first time; null without one. */
export function readToken(world: SessionWorld = browser): string | null {
  if ($token.get() === TOKEN_UNREAD) $token.set(readStored(world))
  const token = $token.get()
  return token === TOKEN_UNREAD ? null : token
}

function keep(token: string | null, world: SessionWorld): void {
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

/** Starts the session that a login gave. */
export function startSession(token: string, world: SessionWorld = browser): void {
  $ended.set(null)
  keep(token, world)
}

/** Puts the next token in the place of the one that a call was made with. */
export function renewSession(used: string, next: string, world: SessionWorld = browser): void {
  // Whoever logged out meanwhile stays logged out.
  if ($token.get() === used && TOKEN.test(next)) keep(next, world)
}

/**
 * Ends the session on this device; islands say so and offer the login.
 * @param used the token that was refused: a newer one, of another tab, stays
 */
export function endSession(ending: Ending, used?: string, world: SessionWorld = browser): void {
  const stored = readStored(world)
  if (used !== undefined && stored !== null && stored !== used) return $token.set(stored)
  $ended.set(ending)
  keep(null, world)
  world.dropTickets()
}

/** Follows what other tabs do; returns how to stop. */
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

// Read once somebody looks, and followed as long as the page is open; a build has nothing to read.
onMount($token, () => {
  if (typeof document === 'undefined' || isFollowing) return
  isFollowing = true
  readToken()
  followTabs()
})
