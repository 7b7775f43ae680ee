// In which languages and on which devices stories run: `npm run test:e2e` runs each once, as its file
// says; `npm run test:e2e:all` runs each in both languages on both devices.

/** Stories quote what a page says in these languages, however many the product has. */
export const STORY_LOCALES = ['zh-cn', 'en'] as const
export type StoryLocale = (typeof STORY_LOCALES)[number]

export const RUNS_ALL = process.env['E2E_ALL'] === '1'

/** The languages that a story runs in. */
export const runInLocales = (locale: StoryLocale): readonly StoryLocale[] =>
  RUNS_ALL ? STORY_LOCALES : [locale]

/** The width decides how pages are laid out and how a payment is made. */
export const DEVICES = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const
export type Device = keyof typeof DEVICES

export interface Scenario {
  locale: StoryLocale
  device: Device
}

/** The scenarios that a story runs in. */
export const runScenarios = (scenario: Scenario): readonly Scenario[] =>
  RUNS_ALL
    ? STORY_LOCALES.flatMap((locale) => [
        { locale, device: 'desktop' as const },
        { locale, device: 'phone' as const },
      ])
    : [scenario]
