import { readFileSync } from 'node:fs'
import { mapLocales, type Locale } from '#api/language.ts'
import { createTexts } from './create-texts.ts'
import type { MessageArea, Translate } from './messages.ts'

/** `t` of an area in every language, for programs that run in Node. */
export const readTexts = <A extends MessageArea>(area: A): Record<Locale, Translate<A>> =>
  mapLocales((locale) => {
    const file = new URL(`../../i18n/${locale}/${area}.json`, import.meta.url)
    return createTexts<A>({ [area]: JSON.parse(readFileSync(file, 'utf8')) })
  })
