import { readFileSync } from 'node:fs'
import { LOCALES, mapLocales, type Locale } from '#api/language.ts'
import { createTexts } from './create-texts.ts'
import type { MessageArea, Translate } from './messages.ts'

/** Creates `t` of some areas in every language, for programs in Node. */
export const readTexts = <A extends MessageArea>(...areas: A[]): Record<Locale, Translate<A>> =>
  mapLocales((locale) => {
    const texts = areas.map((area) => {
      const file = new URL(`../../i18n/${locale}/${area}.json`, import.meta.url)
      return [area, JSON.parse(readFileSync(file, 'utf8'))]
    })
    return createTexts<A>(Object.fromEntries(texts))
  })

/** Reads the placeholders of each text of an area by key; they are equal in all languages. */
export function readPlaceholders(area: MessageArea): ReadonlyMap<string, ReadonlySet<string>> {
  const file = new URL(`../../i18n/${LOCALES[0]}/${area}.json`, import.meta.url)
  const texts: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
  return new Map(
    Object.entries(texts).map(([key, text]) => {
      const names = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
      return [key, new Set(names)]
    }),
  )
}
