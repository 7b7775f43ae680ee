import { readFileSync } from 'node:fs'
import { mapLocales, type Locale } from '#api/language.ts'
import { createTexts } from './create-texts.ts'
import type { MessageArea, Translate } from './messages.ts'

/** `t` of some areas in every language, for programs that run in Node. */
export const readTexts = <A extends MessageArea>(...areas: A[]): Record<Locale, Translate<A>> =>
  mapLocales((locale) => {
    const texts = areas.map((area) => {
      const file = new URL(`../../i18n/${locale}/${area}.json`, import.meta.url)
      return [area, JSON.parse(readFileSync(file, 'utf8'))]
    })
    return createTexts<A>(Object.fromEntries(texts))
  })
