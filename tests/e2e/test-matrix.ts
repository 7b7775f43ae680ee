// Languages and devices of e2e tests: `npm run test:e2e` runs each test once, as its file specifies;
// `npm run test:e2e:all` runs each in both languages on both devices.

/** The languages whose texts the tests expect, even if the product has more. */
export const TEST_LOCALES = ['zh-cn', 'en'] as const
export type TestLocale = (typeof TEST_LOCALES)[number]

export const RUNS_ALL = process.env['E2E_ALL'] === '1'

/** The languages that a test runs in. */
export const runInLocales = (locale: TestLocale): readonly TestLocale[] =>
  RUNS_ALL ? TEST_LOCALES : [locale]

/** Viewports; the width decides the layout and the payment flow. */
export const DEVICES = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const
export type Device = keyof typeof DEVICES

export interface Scenario {
  locale: TestLocale
  device: Device
}

/** The combinations of language and device that a test runs in. */
export const runScenarios = (scenario: Scenario): readonly Scenario[] =>
  RUNS_ALL
    ? TEST_LOCALES.flatMap((locale) => [
        { locale, device: 'desktop' as const },
        { locale, device: 'phone' as const },
      ])
    : [scenario]
