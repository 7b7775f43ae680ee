import { LOCALE_TRAITS } from '#i18n/locales.ts'

/** The language, for the `lang` attribute, of a line below a title: Latin by design, or Chinese by choice of the editor. */
export const langOfLine = (line: string): string =>
  LOCALE_TRAITS[/\p{Script=Han}/u.test(line) ? 'zh-cn' : 'en'].htmlLang
