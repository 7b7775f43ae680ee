import { atom, onMount } from 'nanostores'
import { LOCALE_COOKIE } from '#config.ts'
import { DEFAULT_LOCALE, isLocale, type Locale } from '#i18n/locales.ts'

/**
 * The chosen language, named after its cookie (spec section 3); the default until the cookie has been read.
 * `browser/language-choice.ts` contains its rules and writes the cookie.
 */
export const $chooseLanguage = atom<Locale>(DEFAULT_LOCALE)

interface Environment extends Pick<EventTarget, 'addEventListener' | 'removeEventListener'> {
  document: { cookie: string }
}

/** Reads the choice from the cookie now and on each change. @returns a function that stops it */
export function followChoice(env: Environment = window): () => void {
  const read = () => {
    const pairs = env.document.cookie.split('; ').map((pair) => pair.split('='))
    const choice = pairs.find(([name]) => name === LOCALE_COOKIE)?.[1]
    $chooseLanguage.set(isLocale(choice) ? choice : DEFAULT_LOCALE)
  }
  read()
  env.addEventListener('languagechoice', read)
  return () => env.removeEventListener('languagechoice', read)
}

onMount($chooseLanguage, () => (typeof window === 'undefined' ? undefined : followChoice()))
