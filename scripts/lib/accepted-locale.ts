import { DEFAULT_LOCALE, SITE_LOCALES, type Locale } from '#i18n/locales.ts'

/** The language of the site that a browser names first in its `Accept-Language` header, else the default. */
export function findAcceptedLocale(header: string | undefined): Locale {
  const accepted = (header ?? '').toLowerCase()
  const places = SITE_LOCALES.map((locale) => {
    const [language = ''] = locale.split('-')
    return { locale, place: accepted.search(new RegExp(`\\b${language}\\b`)) }
  }).filter(({ place }) => place >= 0)
  return places.toSorted((a, b) => a.place - b.place)[0]?.locale ?? DEFAULT_LOCALE
}
