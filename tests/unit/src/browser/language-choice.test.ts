import { describe, expect, test } from 'vitest'
import { chooseLanguage, readChoice, writeChoice } from '#browser/language-choice.ts'
import { LOCALE_COOKIE, LOCALE_LIFETIME_MS } from '#config.ts'
import { SITE_LOCALES as locales } from '#i18n/locales.ts'

describe('language preference', () => {
  test('changes to the language of the path', { tags: ['S4.01'] }, () => {
    expect(chooseLanguage({ path: 'en', stored: 'zh-cn', locales })).toEqual({
      choice: 'en',
      changed: true,
    })
    expect(chooseLanguage({ path: 'en', stored: null, locales })).toEqual({
      choice: 'en',
      changed: true,
    })
  })

  test('is reset to zh-cn by a path without prefix', { tags: ['S4.03'] }, () => {
    expect(chooseLanguage({ path: 'zh-cn', stored: 'en', locales })).toEqual({
      choice: 'zh-cn',
      changed: true,
    })
  })

  test('is zh-cn by default: the first Chinese page changes nothing', { tags: ['S3.03'] }, () => {
    expect(chooseLanguage({ path: 'zh-cn', stored: null, locales })).toEqual({
      choice: 'zh-cn',
      changed: false,
    })
  })

  test('is overridden by the init data', { tags: ['S3.04'] }, () => {
    expect(chooseLanguage({ path: 'zh-cn', stored: 'zh-cn', initLang: 'en', locales })).toEqual({
      choice: 'en',
      changed: true,
    })
  })
})

test('ignores a language that the site lacks', () => {
  const preference = { path: 'zh-cn', stored: 'zh-cn', initLang: 'fr', locales } as const
  expect(chooseLanguage(preference)).toEqual({ choice: 'zh-cn', changed: false })
  expect(chooseLanguage({ path: 'en', stored: null, locales: ['en'] }).changed).toBe(false)
})

describe('language cookie', () => {
  test('is restored on load if the site has the language', { tags: ['S4.05'] }, () => {
    expect(readChoice('a=1; chooseLanguage=en; b=2', LOCALE_COOKIE, locales)).toBe('en')
    expect(readChoice('chooseLanguage=fr', LOCALE_COOKIE, locales)).toBeNull()
    expect(readChoice('notchooseLanguage=en', LOCALE_COOKIE, locales)).toBeNull()
    expect(readChoice('', LOCALE_COOKIE, locales)).toBeNull()
  })

  test('expires after 604800000 ms', { tags: ['S4.06'] }, () => {
    expect(writeChoice(LOCALE_COOKIE, 'en', LOCALE_LIFETIME_MS, false)).toBe(
      'chooseLanguage=en; Path=/; Max-Age=604800; SameSite=Lax',
    )
    expect(writeChoice(LOCALE_COOKIE, 'en', LOCALE_LIFETIME_MS, true)).toMatch(/; Secure$/)
  })
})
