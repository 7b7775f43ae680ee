import { ROUTE_ERROR } from '#config.ts'
import { SITE_LOCALES, type Locale } from '#i18n/locales.ts'
import { ERROR_PAGE } from '#routes.ts'
import { getSecurityHeaders } from '../../serve/headers.ts'
import { FAILURES } from '../../serve/proxy.ts'
import { getDocument, type HostedSite } from '../hosted-site.ts'
import { addHeader, REQUEST_ID, respondJson, writeDocumentHeaders } from './header-maps.ts'
import { block, writeMap } from './syntax.ts'

export interface FolderOptions {
  /** Absolute path of the built folder on the nginx machine. */
  root: string
  /** Absolute path of the settings on the nginx machine; contains the error pages. */
  settings: string
  /** Whether the static module of brotli is loaded (Debian: libnginx-mod-http-brotli-static). */
  brotli: boolean
}

export const METHOD_NOT_ALLOWED_FILE = 'errors/405.txt'
export const EMPTY_FILE = 'errors/empty.txt'
export const nameErrorFile = (status: number, locale: Locale): string =>
  `errors/${status}.${locale}.html`

/** Writes the locations of errors and redirects. */
export function writeErrorLocations(site: HostedSite, { root, settings, brotli }: FolderOptions) {
  const blocks: string[] = [
    writeMap('$site_query', '$site_location', [['', '$site_base']], '$site_base?$site_query'),
  ]
  const locations: string[] = []
  const rules = ['internal;', 'etag off;', 'max_ranges 0;']
  const serve = (name: string, file: string, type: 'html' | 'plain', headers: readonly string[]) =>
    block(`location = /.site/${name}`, [
      ...rules,
      'types { }',
      `default_type "text/${type}; charset=utf-8";`,
      `alias "${file}";`,
      ...headers,
      addHeader('Last-Modified', ''),
      REQUEST_ID,
    ])
  const plain = [
    ...Object.entries(getSecurityHeaders(site.https)).map(([name, value]) =>
      addHeader(name, value),
    ),
    addHeader('Cache-Control', 'no-cache'),
  ]
  for (const locale of SITE_LOCALES) {
    const notFound = getDocument(site, '/404', locale)
    const fault = getDocument(site, ERROR_PAGE, locale)
    const suffix = locale.replaceAll('-', '_')
    const notFoundHeaders = writeDocumentHeaders(site, notFound, `site_404_${suffix}`)
    const errorHeaders = writeDocumentHeaders(site, fault, `site_error_${suffix}`)
    blocks.push(...notFoundHeaders.blocks, ...errorHeaders.blocks)
    const errorPage = (name: string, status: number, headers: readonly string[] = []) =>
      serve(name, `${settings}/${nameErrorFile(status, locale)}`, 'html', [
        ...errorHeaders.lines,
        ...headers,
      ])
    const statics = ['gzip_static on;', ...(brotli ? ['brotli_static on;'] : [])]
    const allow = addHeader('Allow', 'GET, HEAD')
    locations.push(
      ...serve(`404/${locale}`, `${root}${notFound.path}`, 'html', [
        ...statics,
        ...notFoundHeaders.lines,
      ]),
      ...[400, ROUTE_ERROR.status].flatMap((status) => errorPage(`${status}/${locale}`, status)),
      ...errorPage(`405/${locale}/page`, 405, [allow]),
      ...serve(`405/${locale}/text`, `${settings}/${METHOD_NOT_ALLOWED_FILE}`, 'plain', [
        ...plain,
        allow,
      ]),
    )
    for (const { code: status, msg } of Object.values(FAILURES)) {
      locations.push(
        ...errorPage(`${status}/page/${locale}`, status),
        ...block(`location = /.site/${status}/text/${locale}`, [
          'internal;',
          ...respondJson(
            status,
            `{"code":${status},"msg":"${msg}","time":$site_seconds,"data":null}`,
          ),
        ]),
      )
    }
  }
  for (const name of ['301', '412'])
    locations.push(...serve(name, `${settings}/${EMPTY_FILE}`, 'plain', plain))
  // The headers of the file are already set; adding them again would duplicate them.
  locations.push(
    ...block('location = /.site/416', [...rules, `alias "${settings}/${EMPTY_FILE}";`]),
  )
  return { blocks, locations }
}
