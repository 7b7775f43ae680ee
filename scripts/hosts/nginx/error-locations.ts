import { ROUTE_ERROR } from '#config.ts'
import { SITE_LOCALES, type Locale } from '#i18n/locales.ts'
import { ERROR_PAGE } from '#routes.ts'
import { getSecurityHeaders } from '../../serve/headers.ts'
import { FAILURES } from '../../serve/proxy.ts'
import { getDocument, type HostedSite } from '../hosted-site.ts'
import { addHeader, REQUEST_ID, writeDocumentHeaders } from './header-maps.ts'
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
  const plain = [
    ...Object.entries(getSecurityHeaders(site.https)).map(([name, value]) =>
      addHeader(name, value),
    ),
    addHeader('Cache-Control', 'no-cache'),
    addHeader('Last-Modified', ''),
    REQUEST_ID,
  ]
  const text = (name: string, file: string, extra: string[]) =>
    block(`location = /.site/${name}`, [
      ...rules,
      'types { }',
      'default_type "text/plain; charset=utf-8";',
      `alias "${settings}/${file}";`,
      ...plain,
      ...extra,
    ])
  for (const locale of SITE_LOCALES) {
    const notFound = getDocument(site, '/404', locale)
    const fault = getDocument(site, ERROR_PAGE, locale)
    const suffix = locale.replaceAll('-', '_')
    const notFoundHeaders = writeDocumentHeaders(site, notFound, `site_404_${suffix}`)
    const errorHeaders = writeDocumentHeaders(site, fault, `site_error_${suffix}`)
    blocks.push(...notFoundHeaders.blocks, ...errorHeaders.blocks)
    const page = (name: string, file: string, headers: string[]) =>
      block(`location = /.site/${name}`, [
        ...rules,
        'types { }',
        'default_type "text/html; charset=utf-8";',
        `alias "${file}";`,
        ...headers,
        addHeader('Last-Modified', ''),
        REQUEST_ID,
      ])
    const statics = ['gzip_static on;', ...(brotli ? ['brotli_static on;'] : [])]
    locations.push(
      ...page(`404/${locale}`, `${root}${notFound.path}`, [...statics, ...notFoundHeaders.lines]),
    )
    for (const status of [400, ROUTE_ERROR.status]) {
      const file = `${settings}/${nameErrorFile(status, locale)}`
      locations.push(...page(`${status}/${locale}`, file, errorHeaders.lines))
    }
    locations.push(
      ...page(`405/${locale}/page`, `${settings}/${nameErrorFile(405, locale)}`, [
        ...errorHeaders.lines,
        addHeader('Allow', 'GET, HEAD'),
      ]),
      ...text(`405/${locale}/text`, METHOD_NOT_ALLOWED_FILE, [addHeader('Allow', 'GET, HEAD')]),
    )
    for (const { code: status, msg } of Object.values(FAILURES)) {
      const file = `${settings}/${nameErrorFile(status, locale)}`
      locations.push(
        ...page(`${status}/page/${locale}`, file, errorHeaders.lines),
        ...block(`location = /.site/${status}/text/${locale}`, [
          'internal;',
          'types { }',
          'default_type "application/json; charset=utf-8";',
          addHeader('Cache-Control', 'no-store'),
          addHeader('X-Content-Type-Options', 'nosniff'),
          REQUEST_ID,
          `return ${status} '{"code":${status},"msg":"${msg}","time":$site_seconds,"data":null}';`,
        ]),
      )
    }
  }
  for (const name of ['301', '412']) locations.push(...text(name, EMPTY_FILE, []))
  // The headers of the file are already set; adding them again would duplicate them.
  locations.push(
    ...block('location = /.site/416', [...rules, `alias "${settings}/${EMPTY_FILE}";`]),
  )
  return { blocks, locations }
}
