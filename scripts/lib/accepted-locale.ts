import { parseAccept } from 'hono/utils/accept'

const getLanguage = (tag: string) => tag.toLowerCase().split('-')[0]

/** The locale that a browser prefers by its `Accept-Language` header; undefined if it accepts none of them. */
export function findAcceptedLocale<Locale extends string>(
  header: string | undefined,
  locales: readonly Locale[],
): Locale | undefined {
  // Sorted by weight, highest first. The weight 0 means "not acceptable".
  const accepted = parseAccept(header ?? '').filter(({ q }) => q > 0)
  return accepted.flatMap(({ type }) =>
    locales.filter((locale) => getLanguage(locale) === getLanguage(type)),
  )[0]
}
