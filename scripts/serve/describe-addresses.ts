import { getPrefix, SITE_LOCALES } from '#i18n/locales.ts'
import { nameLanguage } from '../lib/name-language.ts'

/** An address and a note, for example where it is documented. */
type Row = readonly [name: string, address: string, note: string]

/** Aligns addresses as lines for the terminal. */
export function alignAddresses(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(([, address]) => address.length))
  const nameWidth = 2 + Math.max(...rows.map(([name]) => name.length))
  const lines = rows.map(([name, address, note]) =>
    `  ${name.padEnd(nameWidth)}${address.padEnd(width + 2)}${note}`.trimEnd(),
  )
  return ['', ...lines]
}

/** The home page of each language of the site, with the name of the language. */
export const listSiteRows = (siteUrl: string): Row[] =>
  SITE_LOCALES.map((locale, index) => [
    index === 0 ? 'Site' : '',
    siteUrl + getPrefix(locale),
    nameLanguage(locale),
  ])
