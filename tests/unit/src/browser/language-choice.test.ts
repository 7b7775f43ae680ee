import { describe, expect, test } from 'vitest'
import { chooseLanguage, isLanguage, readChoice, writeChoice } from '#browser/language-choice.ts'
import { LOCALE_COOKIE, LOCALE_LIFETIME_MS } from '#config.ts'
import { DEFAULT_LOCALE, LOCALES } from '#i18n/locales.ts'

describe('the language preference', () => {
  test('becomes the language of a path that differs from it [S4.01]', () => {
    expect(chooseLanguage('en', 'zh-cn')).toEqual({
      choice: 'en',
      changed: true,
    })
    expect(chooseLanguage('en', null)).toEqual({
      choice: 'en',
      changed: true,
    })
  })

  test('is reset to zh-cn by a path without prefix [S4.03]', () => {
    expect(chooseLanguage('zh-cn', 'en')).toEqual({
      choice: 'zh-cn',
      changed: true,
    })
  })

  test('is zh-cn by default: the first Chinese page changes nothing [S3.03]', () => {
    expect(chooseLanguage('zh-cn', null)).toEqual({
      choice: 'zh-cn',
      changed: false,
    })
  })

  test('is overridden by the init data [S3.04]', () => {
    expect(chooseLanguage('zh-cn', 'zh-cn', 'en')).toEqual({
      choice: 'en',
      changed: true,
    })
  })
})

test('knows the languages of the site and its default', () => {
  expect(LOCALES.filter(isLanguage)).toEqual([...LOCALES])
  expect(isLanguage('fr')).toBe(false)
  expect(chooseLanguage(DEFAULT_LOCALE, null).changed).toBe(false)
})

describe('its cookie', () => {
  test('is restored on load; what is no language of the site is none [S4.05]', () => {
    expect(readChoice('a=1; chooseLanguage=en; b=2', LOCALE_COOKIE)).toBe('en')
    expect(readChoice('chooseLanguage=fr', LOCALE_COOKIE)).toBeNull()
    expect(readChoice('notchooseLanguage=en', LOCALE_COOKIE)).toBeNull()
    expect(readChoice('', LOCALE_COOKIE)).toBeNull()
  })

  test('lasts for 604800000 ms [S4.06]', () => {
    expect(writeChoice(LOCALE_COOKIE, 'en', LOCALE_LIFETIME_MS, false)).toBe(
      'chooseLanguage=en; Path=/; Max-Age=604800; SameSite=Lax',
    )
    expect(writeChoice(LOCALE_COOKIE, 'en', LOCALE_LIFETIME_MS, true)).toMatch(/; Secure$/)
  })
})
