import { globSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { LOCALES } from '#api/language.ts'
import { parseSiteLocales } from '#i18n/locales.ts'

describe('SITE_LOCALES', () => {
  test('lists the languages of the site, the default first', () => {
    expect(parseSiteLocales('en,zh-cn')).toEqual(['en', 'zh-cn'])
    expect(parseSiteLocales(' EN ')).toEqual(['en'])
    expect(parseSiteLocales('en,en')).toEqual(['en'])
  })

  test('includes all languages if it is empty', () => {
    expect(parseSiteLocales()).toEqual(LOCALES)
    expect(parseSiteLocales(' , ')).toEqual(LOCALES)
  })

  test('is refused with an unknown language', () => {
    expect(parseSiteLocales('en,xx')).toBeNull()
  })
})

describe('localised paths by SITE_LOCALES', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.resetModules()
  })

  async function loadPaths(setting: string) {
    vi.stubEnv('SITE_LOCALES', setting)
    vi.resetModules()
    return import('#i18n/paths.ts')
  }

  test("have no prefix in the site's first language", async () => {
    const { getPathLocale, localizePath } = await loadPaths('en,zh-cn')
    expect(localizePath('/drama/home', 'en')).toBe('/drama/home')
    expect(localizePath('/drama/home', 'zh-cn')).toBe('/zh-cn/drama/home')
    expect([getPathLocale('/drama/home'), getPathLocale('/zh-cn/drama/home')]).toEqual([
      'en',
      'zh-cn',
    ])
  })

  test('have no prefix for a language that the site lacks', async () => {
    const { getPathLocale } = await loadPaths('en')
    expect(getPathLocale('/zh-cn/drama/home')).toBe('en')
  })
})

/** Such a comparison silently misclassifies a new language: define a trait for it instead. */
const LOCALE_COMPARISON = new RegExp(`[=!]==\\s*'(?:${LOCALES.join('|')})'`)

test('compares no locale by its name', () => {
  expect(LOCALE_COMPARISON.test("locale === 'en' ? 1 : 2")).toBe(true)
  const files = globSync(['src/**/*.{ts,tsx,astro}', 'scripts/**/*.ts'])
  expect(files.filter((file) => LOCALE_COMPARISON.test(readFileSync(file, 'utf8')))).toEqual([])
})
