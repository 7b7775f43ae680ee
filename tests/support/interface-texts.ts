import { readdirSync, readFileSync } from 'node:fs'
import { mapLocales, type Locale } from '#api/language.ts'
import { createTexts } from '#i18n/create-texts.ts'
import type { MessageKey, Translate } from '#i18n/messages.ts'

type Values = Record<string, string | number>

/** The texts of the interface in one language, by the keys of `i18n/`. */
export interface InterfaceTexts extends Translate {
  /** Matches exactly this text; values that are left out may be any. */
  whole(key: MessageKey, values?: Values): RegExp
  /** Matches a text that contains this one; values that are left out may be any. */
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
    // A count that may be any may also be one.
    const texts = [fill(key, values), fill(key, { count: 1, ...values })]
    const patterns = texts.map((text) => text.split(PLACEHOLDER).map(escapePattern).join('.*'))
    // Browsers read the two spaces around an empty value as one.
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
      part: (key: MessageKey, values?: Values) => new RegExp(makePattern(key, values)),
    },
  )
}

const TEXTS = mapLocales(readTexts)

/** `t` of the interface, for stories that look for the texts of a page. */
export const textsIn = (locale: Locale): InterfaceTexts => TEXTS[locale]
