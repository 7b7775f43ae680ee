import path from 'node:path'
import { getPrefix, SITE_LOCALES } from '#i18n/locales.ts'
import { nameLanguage } from '../lib/name-language.ts'

type Row = readonly [name: string, address: string, note: string]
/** The address of the API and a note, for example where it is documented. */
type Api = readonly [url: string, note: string]

function alignRows(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(([, address]) => address.length))
  const nameWidth = 2 + Math.max(...rows.map(([name]) => name.length))
  const lines = rows.map(([name, address, note]) =>
    `  ${name.padEnd(nameWidth)}${address.padEnd(width + 2)}${note}`.trimEnd(),
  )
  return ['', ...lines]
}

/** The address of the metrics. @param url undefined if metrics are disabled */
export const describeMetrics = (url: string | undefined): string[] =>
  url === undefined ? [] : alignRows([['Metrics', url, 'for Prometheus']])

/** The home page of each language of the site: address and name of the language. */
export const listHomePages = (siteUrl: string): [address: string, language: string][] =>
  SITE_LOCALES.map((locale) => [siteUrl + getPrefix(locale), nameLanguage(locale)])

const listRows = (siteUrl: string, api: Api): Row[] => [
  ...listHomePages(siteUrl).map((page, index): Row => [index === 0 ? 'Site' : '', ...page]),
  ['API', ...api],
]

/** The addresses of the development server, as lines for the terminal. */
export const describeDevelopmentAddresses = (siteUrl: string, api: Api): string[] =>
  alignRows(listRows(siteUrl, api))

/** The addresses of a server outside production, as lines for the terminal. */
export const describeAddresses = (siteUrl: string, api: Api, dataDir: string): string[] => [
  ...alignRows([
    ...listRows(siteUrl, api),
    ['Data', path.resolve(dataDir), 'delete it for a clean start'],
  ]),
  '\n  Ctrl+C stops everything.',
]

/** The addresses of a server in production. @param url the address on which it listens */
export const describeProductionAddresses = (
  { siteUrl, dataDir }: { siteUrl: string; dataDir: string },
  url: string,
  api: Api,
): string[] =>
  alignRows([
    ['Site', siteUrl, `listens on ${url}`],
    ['API', ...api],
    ['Data', path.resolve(dataDir), ''],
  ])
