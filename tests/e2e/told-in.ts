import { LOCALES, type Locale } from '#i18n/locales.ts'

/** Whether every story is told: in both languages, the long ones too (`npm run test:e2e:all`). */
export const TELLS_ALL = process.env['E2E_ALL'] === '1'

/** The languages that a story is told in: both, or in a short run the one that its file names. */
export const tellIn = (locale: Locale): readonly Locale[] => (TELLS_ALL ? LOCALES : [locale])
