// Checks messages: all languages have the same keys and {{values}} (a language may add `<key>_one` for
// a count of one), every key is used, and every key in code is a searchable literal or template.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { BUSINESS_CODES } from '#api/codes.ts'
import { LOCALES, type Locale } from '#api/language.ts'
import { reportFaults } from './report.ts'
import { createProgram, readCommandLine } from '../lib/command-line/create-program.ts'

readCommandLine(createProgram('npm run test:messages --', 'Checks the texts of the interface.'))

type Messages = Record<string, string>

const faults: string[] = []
/** Reads the texts of an area; a missing file, of a new language, counts as empty. */
function readMessages(locale: Locale, area: string): Messages {
  const file = `i18n/${locale}/${area}.json`
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Messages) : {}
}
const areas = globSync('i18n/zh-cn/*.json').map((file) => basename(file, '.json'))
const listValues = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).toSorted().join(' ')

const sources = globSync(['src/**/*.{ts,tsx,astro}', 'scripts/{admin-api,publish}/**/*.ts'])
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
const literal = new Set(
  [...sources.matchAll(/['"`](\w+):(\w+)['"`]/g)].map(([, a, k]) => `${a}:${k}`),
)
const templates = [...sources.matchAll(/`(\w+):(\w*)\$\{[^}]+\}(\w*)`/g)]

function isUsed(area: string, key: string): boolean {
  // Texts of error codes are looked up by code, not by a literal key.
  if (area === 'errors') return true
  if (literal.has(`${area}:${key}`)) return true
  return templates.some(
    ([, a, start, end]) => a === area && key.startsWith(start ?? '') && key.endsWith(end ?? ''),
  )
}

function compareTexts(area: string, reference: Messages, locale: Locale): void {
  const texts = readMessages(locale, area)
  for (const [key, text] of Object.entries(reference)) {
    const other = texts[key]
    if (other === undefined) faults.push(`${area}:${key} is missing in ${locale}`)
    else if (listValues(other) !== listValues(text))
      faults.push(`${area}:${key} has different {{values}} in ${locale}`)
    else if (other.trim() === '') faults.push(`${area}:${key} is empty in ${locale}`)
  }
  for (const [key, text] of Object.entries(texts)) {
    const plural = key.endsWith('_one') ? reference[key.slice(0, -4)] : undefined
    if (plural !== undefined && listValues(plural) === listValues(text)) continue
    if (!(key in reference)) faults.push(`${area}:${key} exists in ${locale} only`)
  }
}

const known = new Set<string>()
const [referenceLocale, ...otherLocales] = LOCALES
for (const area of areas) {
  const reference = readMessages(referenceLocale, area)
  for (const key of Object.keys(reference)) {
    known.add(`${area}:${key}`)
    if (!isUsed(area, key)) faults.push(`${area}:${key} is not used`)
  }
  for (const locale of otherLocales) compareTexts(area, reference, locale)
}
// `MessageKey` rejects unknown keys at compile time, which a cast would bypass.
if (/\bas (MessageKey|never)\b/.test(sources)) faults.push('a key is cast to MessageKey')
for (const key of literal) {
  const area = key.split(':')[0] ?? ''
  if (areas.includes(area) && !known.has(key)) faults.push(`${key} is used but has no text`)
}
for (const [code, key] of Object.entries(BUSINESS_CODES)) {
  if (!known.has(`errors:${key}`)) faults.push(`errors:${key} of code ${code} has no text`)
}
reportFaults('messages', `${areas.length} areas, ${known.size} keys`, faults)
