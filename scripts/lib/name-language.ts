const LANGUAGES = new Intl.DisplayNames('en', { type: 'language' })

/** The English name of a language without its country: `Chinese`. @param tag BCP 47 */
export const nameLanguage = (tag: string): string =>
  LANGUAGES.of(new Intl.Locale(tag).language) ?? tag
