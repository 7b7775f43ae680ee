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

  test('means all languages when it is empty', () => {
    expect(parseSiteLocales()).toEqual(LOCALES)
    expect(parseSiteLocales(' , ')).toEqual(LOCALES)
  })

  test('is refused with an unknown language', () => {
    expect(parseSiteLocales('en,xx')).toBeNull()
  })
})

describe('paths', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.resetModules()
  })

  async function loadPaths(setting: string) {
    vi.stubEnv('SITE_LOCALES', setting)
    vi.resetModules()
    return import('#i18n/paths.ts')
  }

  test('have no prefix in the first language of a site', async () => {
    const { localeOfPath, localizePath } = await loadPaths('en,zh-cn')
    expect(localizePath('/drama/home', 'en')).toBe('/drama/home')
    expect(localizePath('/drama/home', 'zh-cn')).toBe('/zh-cn/drama/home')
    expect([localeOfPath('/drama/home'), localeOfPath('/zh-cn/drama/home')]).toEqual([
      'en',
      'zh-cn',
    ])
  })

  test('have no prefix for a language that the site lacks', async () => {
    const { localeOfPath } = await loadPaths('en')
    expect(localeOfPath('/zh-cn/drama/home')).toBe('en')
  })
})

/** A new language would fall on one side of such a comparison unnoticed: a trait has to be stated for it. */
const BY_NAME = new RegExp(`[=!]==\\s*'(?:${LOCALES.join('|')})'`)

test('nothing depends on the name of a language', () => {
  expect(BY_NAME.test("locale === 'en' ? 1 : 2")).toBe(true)
  const files = globSync(['src/**/*.{ts,tsx,astro}', 'scripts/**/*.ts'])
  expect(files.filter((file) => BY_NAME.test(readFileSync(file, 'utf8')))).toEqual([])
})
