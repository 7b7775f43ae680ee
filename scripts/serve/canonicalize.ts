import { DEFAULT_LOCALE } from '#i18n/locales.ts'
import { getPathLocale, localizePath, stripLocale } from '#i18n/paths.ts'
import { isPage } from './file-kinds.ts'
import type { Manifest } from './manifest.ts'
import { hasListPages, ITEM_ROUTES } from './site-routes.ts'
import type { RequestTarget } from './parse-target.ts'

const ITEM_DOCUMENT = /^(.+?)(?:\/([1-9]\d*))?(?:\/page-([1-9]\d*))?$/

/**
 * Returns the canonical address: no prefix for the default locale, no `.html`, no trailing slash, ids
 * and page numbers in the query, no number for the first list page. Other query parameters are kept.
 */
export function canonicalize(requested: RequestTarget, manifest: Manifest): RequestTarget {
  const path = cleanPath(requested.path)
  const split = splitItemDocument(path, manifest)
  const target = split
    ? { path: split.path, query: setParameters(requested.query, split.parameters) }
    : { path, query: requested.query }
  return dropFirstPage(target, manifest)
}

function cleanPath(path: string): string {
  const bare = getPathLocale(path) === DEFAULT_LOCALE ? stripLocale(path) : path
  const open = bare.length > 1 ? bare.replace(/\/$/, '') : bare
  return cleanHome(isPage(open) ? open.slice(0, -'.html'.length) : open)
}

/** Home pages are built as `index.html`. */
function cleanHome(path: string): string {
  const bare = stripLocale(path)
  return bare === '/index' ? localizePath('/', getPathLocale(path)) : path
}

/** Splits the path of a prebuilt item or list page; undefined for other paths. */
function splitItemDocument(path: string, manifest: Manifest) {
  const [, base, id, page] = ITEM_DOCUMENT.exec(path) ?? []
  if (base === undefined || (id === undefined && page === undefined)) return undefined
  const route = stripLocale(base)
  if (id !== undefined && !ITEM_ROUTES.some((item) => item.path === route)) return undefined
  if (page !== undefined && !hasListPages(route, manifest)) return undefined
  return { path: base, parameters: { ...(id && { id }), ...(page && { page }) } }
}

function setParameters(query: string, parameters: Record<string, string>): string {
  const others = splitQuery(query).filter(({ name }) => name !== 'id' && name !== 'page')
  const own = Object.entries(parameters).map(([name, value]) => `${name}=${value}`)
  return [...own, ...others.map(({ raw }) => raw)].join('&')
}

function dropFirstPage(target: RequestTarget, manifest: Manifest): RequestTarget {
  const parts = splitQuery(target.query)
  const pages = parts.filter(({ name }) => name === 'page')
  const isFirst = pages.length === 1 && new URLSearchParams(target.query).get('page') === '1'
  if (!isFirst || !hasListPages(stripLocale(target.path), manifest)) return target
  const query = parts.filter(({ name }) => name !== 'page').map(({ raw }) => raw)
  return { ...target, query: query.join('&') }
}

/** Splits a query into its raw parts, each with its decoded name. */
function splitQuery(query: string): { name: string; raw: string }[] {
  const parts = query.split('&').filter((raw) => raw !== '')
  return parts.map((raw) => ({ name: [...new URLSearchParams(raw).keys()][0] ?? '', raw }))
}
