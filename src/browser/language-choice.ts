import type { Locale } from '#i18n/locales.ts'

/** What the choice of language hangs on. */
interface Asked {
  /** The language that the path of the page asks for. */
  path: Locale
  /** The choice of earlier, null without one: then it is the default. */
  stored: Locale | null
  /** What the init data say, null before they came. */
  init?: Locale | null
  fallback: Locale
}

/**
 * The language preference (spec section 4): it follows the path, and the init data override it.
 * @returns the choice, and whether it changed, so that the init data are read again
 */
export function chooseLanguage({ path, stored, init = null, fallback }: Asked) {
  const choice = init ?? path
  return { choice, changed: choice !== (stored ?? fallback) }
}

/** The choice that a cookie holds; anything that is no language of the site is none. */
export function readChoice<L extends string>(
  cookies: string,
  name: string,
  languages: readonly L[],
): L | null {
  const pair = cookies.split('; ').find((each) => each.startsWith(`${name}=`))
  return languages.find((language) => language === pair?.slice(name.length + 1)) ?? null
}

/** The cookie that keeps a choice. */
export function writeChoice(name: string, choice: string, lifetimeMs: number, https: boolean) {
  const secure = https ? '; Secure' : ''
  return `${name}=${choice}; Path=/; Max-Age=${lifetimeMs / 1000}; SameSite=Lax${secure}`
}
