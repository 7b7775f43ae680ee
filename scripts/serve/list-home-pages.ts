import { prefixOf, SITE_LOCALES } from '#i18n/locales.ts'
import { nameLanguage } from '../lib/name-language.ts'

/** The home page of each language of the site, for printing: address and name of the language. */
export const listHomePages = (siteUrl: string): [address: string, language: string][] =>
  SITE_LOCALES.map((locale) => [siteUrl + prefixOf(locale), nameLanguage(locale)])
