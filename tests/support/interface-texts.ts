import { readdirSync, readFileSync } from 'node:fs'
import { mapLocales, type Locale } from '#api/language.ts'
import { createTexts } from '#i18n/create-texts.ts'
import type { MessageKey, Translate } from '#i18n/messages.ts'

type Values = Record<string, string | number>

/** The interface texts of one language by the keys of `i18n/`. */
export interface InterfaceTexts extends Translate {
  /** Matches exactly this text; missing values match anything. */
  whole(key: MessageKey, values?: Values): RegExp
  /** Matches exactly one of these texts; missing values match anything. */
  oneOf(...keys: readonly MessageKey[]): RegExp
  /** Matches text that contains this one; missing values match anything. */
  part(key: MessageKey, values?: Values): RegExp
}

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

const FOLDER = new URL('../../i18n/', import.meta.url)
const PLACEHOLDER = /\{\{\w+\}\}/

function readTexts(locale: Locale): InterfaceTexts {
  const files = readdirSync(new URL(locale, FOLDER))
  const areas = files.map((file): [string, Record<string, string>] => [
    file.replace('.json', ''),
    JSON.parse(readFileSync(new URL(`${locale}/${file}`, FOLDER), 'utf8')),
  ])
  const translate = createTexts(Object.fromEntries(areas))

  function fill(key: MessageKey, values?: Values): string {
    const text = translate(key, values)
    if (text === key) throw new Error(`i18n/${locale} has no ${key}`)
    return text
  }

  function makePattern(key: MessageKey, values?: Values): string {
    // A missing count may be one, so the singular matches too.
    const texts = [fill(key, values), fill(key, { count: 1, ...values })]
    const patterns = texts.map((text) => text.split(PLACEHOLDER).map(escapePattern).join('.*'))
    // Browsers collapse the two spaces around an empty value.
    const escaped = patterns.map((pattern) => pattern.replaceAll(' .* ', ' (?:.* )?'))
    return `(?:${[...new Set(escaped)].join('|')})`
  }

  return Object.assign(
    (key: MessageKey, values?: Values) => {
      const text = fill(key, values)
      if (PLACEHOLDER.test(text)) throw new Error(`${key} lacks a value: ${text}`)
      return text
    },
    {
      whole: (key: MessageKey, values?: Values) => new RegExp(`^${makePattern(key, values)}$`),
      oneOf: (...keys: readonly MessageKey[]) =>
        new RegExp(`^(?:${keys.map((key) => makePattern(key)).join('|')})$`),
      part: (key: MessageKey, values?: Values) => new RegExp(makePattern(key, values)),
    },
  )
}

const TEXTS = mapLocales(readTexts)

/** The interface texts of a locale, for e2e tests. */
export const getTexts = (locale: Locale): InterfaceTexts => TEXTS[locale]
