/** The locale that a browser names first in its `Accept-Language` header; undefined if it names none of them. */
export function findAcceptedLocale<Locale extends string>(
  header: string | undefined,
  locales: readonly Locale[],
): Locale | undefined {
  const accepted = (header ?? '').toLowerCase()
  const places = locales
    .map((locale) => {
      const [language = ''] = locale.split('-')
      return { locale, place: accepted.search(new RegExp(`\\b${language}\\b`)) }
    })
    .filter(({ place }) => place >= 0)
  return places.toSorted((a, b) => a.place - b.place)[0]?.locale
}
