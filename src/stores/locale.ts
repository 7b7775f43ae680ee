import { atom, onMount } from 'nanostores'
import { LOCALE_COOKIE } from '#config.ts'
import { DEFAULT_LOCALE, isLocale, type Locale } from '#i18n/locales.ts'

/**
 * The chosen language, named after its cookie (spec section 3); the default until the cookie was read.
 * `browser/language-choice.ts` contains its rules and writes the cookie.
 */
export const $chooseLanguage = atom<Locale>(DEFAULT_LOCALE)

interface World extends Pick<EventTarget, 'addEventListener' | 'removeEventListener'> {
  document: { cookie: string }
}

/** Reads the choice from the cookie, now and on changes; returns a function that stops it. */
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
