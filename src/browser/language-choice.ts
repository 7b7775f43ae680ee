import type { Locale } from '#i18n/locales.ts'
import { readCookie } from './read-cookie.ts'

// The languages of the site come from the page state, so that the scripts of content pages need no list of
// them.

const findLanguage = (locales: readonly Locale[], value: unknown): Locale | undefined =>
  locales.find((locale) => locale === value)

interface Preference {
  /** The locale of the page's path. */
  path: Locale
  /** The stored choice; null counts as the default. */
  stored: Locale | null
  /** `lang` of the init data. */
  initLang?: unknown
  /** Languages of the site, the default first. */
  locales: readonly Locale[]
}

/**
 * Determines the language choice (spec section 4): the path, unless the init data override it.
 * @returns the choice, and whether it changed, which requires reloading the init data
 */
export function chooseLanguage({ path, stored, initLang, locales }: Preference) {
  const choice = findLanguage(locales, initLang) ?? path
  return { choice, changed: choice !== (stored ?? locales[0]) }
}

/** Reads the choice from cookies; null for a language that the site does not have. */
export function readChoice(
  cookies: string,
  name: string,
  locales: readonly Locale[],
): Locale | null {
  return findLanguage(locales, readCookie(cookies, name)) ?? null
}

/** The value of `document.cookie` that stores a choice. */
export function writeChoice(name: string, choice: string, lifetimeMs: number, https: boolean) {
  const secure = https ? '; Secure' : ''
  return `${name}=${choice}; Path=/; Max-Age=${lifetimeMs / 1000}; SameSite=Lax${secure}`
}

/** Shows the prerendered link to the page in the chosen language if the page has another language. */
export function offerLanguage(root: ParentNode, choice: string): void {
  for (const offer of root.querySelectorAll<HTMLElement>('[data-offer]')) {
    offer.hidden = offer.dataset['offer'] !== choice
  }
}
