import { LOCALES, type Locale } from '#i18n/locales.ts'

/** Whether every story is told: in both languages, on both devices (`npm run test:e2e:all`). */
export const TELLS_ALL = process.env['E2E_ALL'] === '1'

/** The languages that a story is told in: both, or in a short run the one that its file names. */
export const tellIn = (locale: Locale): readonly Locale[] => (TELLS_ALL ? LOCALES : [locale])

/** What somebody holds: the width decides how pages are laid out and how a payment is made. */
export const DEVICES = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const
export type Device = keyof typeof DEVICES

export interface Scene {
  locale: Locale
  device: Device
}

/** Where a story plays: in both languages on both devices, or in a short run where its file says. */
export const playIn = (scene: Scene): readonly Scene[] =>
  TELLS_ALL
    ? LOCALES.flatMap((locale) => [
        { locale, device: 'desktop' as const },
        { locale, device: 'phone' as const },
      ])
    : [scene]
