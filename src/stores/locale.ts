import { atom, onMount } from 'nanostores'
import { LOCALE_COOKIE } from '#config.ts'
import { DEFAULT_LOCALE, isLocale, type Locale } from '#i18n/locales.ts'

/**
 * The chosen language, under the name of its cookie (spec section 3); the default until it was read.
 * Its rules stand in `browser/language-choice.ts`, which also writes the cookie.
 */
export const $chooseLanguage = atom<Locale>(DEFAULT_LOCALE)

interface World extends Pick<EventTarget, 'addEventListener' | 'removeEventListener'> {
  document: { cookie: string }
}

/** Takes the choice from the cookie, now and whenever it changes; returns how to stop. */
export function followChoice(world: World = window): () => void {
  const read = () => {
    const pairs = world.document.cookie.split('; ').map((pair) => pair.split('='))
    const choice = pairs.find(([name]) => name === LOCALE_COOKIE)?.[1]
    $chooseLanguage.set(isLocale(choice) ? choice : DEFAULT_LOCALE)
  }
  read()
  world.addEventListener('languagechoice', read)
  return () => world.removeEventListener('languagechoice', read)
}

onMount($chooseLanguage, () => (typeof window === 'undefined' ? undefined : followChoice()))
