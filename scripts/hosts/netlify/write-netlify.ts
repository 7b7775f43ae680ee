import { DEFAULT_LOCALE, SITE_LOCALES, getPrefix } from '#i18n/locales.ts'
import { ROUTES } from '#routes.ts'
import { PAGE_HEADERS_FILE } from '../../serve/read-folder.ts'
import { hasListPages, ITEM_ROUTES } from '../../serve/site-routes.ts'
import { getFileHeaders } from '../../serve/headers.ts'
import type { SiteFile } from '../../serve/manifest.ts'
import { groupFiles } from '../group-files.ts'
import { getOwnHeaders, type HostedSite, type HostSettings } from '../hosted-site.ts'

const MAX_REDIRECTS = 10_000
const PREFIXES = SITE_LOCALES.map((locale) => getPrefix(locale))

/**
 * Writes the settings of Netlify: item pages by query, redirects to canonical addresses, error pages in each
 * language, and the headers of every page.
 * @see https://docs.netlify.com/manage/routing/redirects/overview/
 */
export function writeNetlify(site: HostedSite): HostSettings {
  const redirects = writeRedirects(site)
  const headers = writeHeaders(site)
  const count = redirects.length
  return {
    files: new Map([
      ['_redirects', `${redirects.join('\n')}\n`],
      ['_headers', `${headers.join('\n')}\n`],
    ]),
    notes: [
      'Netlify rules do not match methods or malformed addresses: Netlify sends its own responses to those.',
      ...(count > MAX_REDIRECTS
        ? [`${count} redirects: Netlify advises edge functions here.`]
        : []),
    ],
  }
}

function writeRedirects(site: HostedSite): string[] {
  const { apiUrl } = site
  const api =
    apiUrl === undefined ? [] : ['/api/*', '/openapi.json', '/docs', '/docs.css', '/docs.js']
  return [
    ...api.map((path) => `${path} ${apiUrl}${path.replace('*', ':splat')} 200!`),
    `/${PAGE_HEADERS_FILE} /404.html 404!`,
    ...PREFIXES.filter((prefix) => prefix !== '').map((prefix) => `${prefix}.html ${prefix} 301!`),
    `/${DEFAULT_LOCALE} / 301!`,
    `/${DEFAULT_LOCALE}/* /:splat 301!`,
    ...PREFIXES.flatMap((prefix) => writeItems(prefix, site)),
    ...PREFIXES.flatMap((prefix) => [
      `${prefix}/index ${prefix || '/'} 301!`,
      `${prefix}/index.html ${prefix || '/'} 301!`,
      ...['', '.html'].map((extension) => `${prefix}/404${extension} ${prefix}/404.html 404!`),
      ...['', '.html'].map((extension) => `${prefix}/500${extension} ${prefix}/500.html 500!`),
    ]),
    ...PREFIXES.toReversed().map((prefix) => `${prefix}/* ${prefix}/404.html 404`),
  ]
}

/**
 * Writes the rules of routes with items. The first match wins, so rules with more query parameters come
 * first. A missing document leads to the 404 page.
 */
function writeItems(prefix: string, site: HostedSite): string[] {
  return ROUTES.flatMap(({ path }) => {
    const route = prefix + path
    const item = ITEM_ROUTES.find((rule) => rule.path === path)
    const paged = hasListPages(path, site.manifest)
    return [
      ...(item && paged ? [`${route} id=:id page=:page ${route}/:id/page-:page.html 200!`] : []),
      ...(item ? [`${route} id=:id ${route}/:id.html 200!`] : []),
      ...(paged
        ? [
            `${route} page=1 ${route}.html 200!`,
            `${route} page=:page ${route}/page-:page.html 200!`,
          ]
        : []),
      ...(item?.id === 'required' ? [`${route} ${prefix}/404.html 404!`] : []),
      ...(item ? [`${route}/:id ${route}?id=:id 301!`] : []),
      // Header rules match addresses, and only the clean address has the headers of the page.
      ...(path === '/' || path === '/404' ? [] : [`${route}.html ${route} 301!`]),
    ]
  })
}

/**
 * Writes one rule per address, because overlapping rules would send a header twice, and browsers enforce
 * two policies together. Rules ignore the query, so all items of a route share an address.
 */
function writeHeaders(site: HostedSite): string[] {
  const byRoute = Map.groupBy(site.manifest.files.values(), ({ path }) => getItemRoute(path))
  const others = byRoute.get(null) ?? []
  const groups = groupFiles(others, (file) => formatHeaders(getOwnHeaders(file, site)))
  return [
    ...groups.flatMap(({ value, files, sets }) => [
      ...files.flatMap((path) => [getAddress(path), value]),
      ...sets.flatMap(({ folder, extension }) => [`${folder}*.${extension}`, value]),
    ]),
    ...[...byRoute].flatMap(([route, files]) =>
      route === null ? [] : [route, formatHeaders(joinHeaders(files, site))],
    ),
  ]
}

const formatHeaders = (headers: readonly [string, string][]): string =>
  headers.map(([name, value]) => `  ${name}: ${value}`).join('\n')

/** Finds the item route whose address serves a file; null for other files. */
function getItemRoute(path: string): string | null {
  const page = path.replace(/\.html$/, '')
  const routes = PREFIXES.flatMap((prefix) => ITEM_ROUTES.map((item) => prefix + item.path))
  return routes.find((route) => page === route || page.startsWith(`${route}/`)) ?? null
}

/** Merges the headers of all documents of an address; their policies are joined. */
function joinHeaders(files: readonly SiteFile[], site: HostedSite): [string, string][] {
  const [first] = files
  if (first === undefined) return []
  const policies = new Set(
    files.map((file) => getFileHeaders(file, site.https)['Content-Security-Policy']),
  )
  const present = [...policies].filter((policy) => policy !== undefined)
  return getOwnHeaders(first, site).map(([name, value]) => [
    name,
    name === 'Content-Security-Policy' ? joinPolicies(present) : value,
  ])
}

/** Joins content security policies into one that allows the sources of each. */
export function joinPolicies(policies: readonly string[]): string {
  const directives = new Map<string, Set<string>>()
  for (const directive of policies.flatMap((policy) => policy.split(';'))) {
    const [name, ...sources] = directive.trim().split(/\s+/)
    if (name) directives.set(name, new Set([...(directives.get(name) ?? []), ...sources]))
  }
  return [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join('; ')
}

/** The address of a file. Pages are served only at their clean address. */
function getAddress(path: string): string {
  if (path.startsWith('/files/')) return path
  return path.replace(/(?:\/index)?\.html$/, '') || '/'
}
