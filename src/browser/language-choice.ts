import type { Locale } from '#i18n/locales.ts'

// Pages without a framework carry no list of languages: two literals weigh less.
export const isLanguage = (value: unknown): value is Locale => value === 'zh-cn' || value === 'en'

/**
 * The language preference (spec section 4): it follows the path, and the init data override it.
 * @param stored the choice of earlier, null without one: then it is the default
 * @param said what the init data say
 * @returns the choice, and whether it changed, so that the init data are read again
 */
export function chooseLanguage(path: Locale, stored: Locale | null, said?: unknown) {
  const choice = isLanguage(said) ? said : path
  return { choice, changed: choice !== (stored ?? 'zh-cn') }
}

/** The choice that a cookie holds; anything that is no language of the site is none. */
export function readChoice(cookies: string, name: string): Locale | null {
  const choice = cookies
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)
  return isLanguage(choice) ? choice : null
}

/** The cookie that keeps a choice. */
export function writeChoice(name: string, choice: string, lifetimeMs: number, https: boolean) {
  const secure = https ? '; Secure' : ''
  return `${name}=${choice}; Path=/; Max-Age=${lifetimeMs / 1000}; SameSite=Lax${secure}`
}
