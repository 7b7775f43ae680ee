import { ROUTE_ERROR } from '#config.ts'
import { DEFAULT_LOCALE, type Locale } from '#i18n/locales.ts'
import { getPathLocale, stripLocale } from '#i18n/paths.ts'
import { ERROR_PAGE } from '#routes.ts'
import { canonicalize } from './canonicalize.ts'
import { isPage } from './file-kinds.ts'
import { findDocument, type Manifest, type SiteFile } from './manifest.ts'
import { formatLocation, parsePath, type RequestTarget } from './parse-target.ts'
import { lacksOrderNumber, readItemQuery } from './site-routes.ts'

export const ALLOWED_METHODS = ['GET', 'HEAD']

/** The response to send, as resolved from the manifest; `respond.ts` sends it. */
export type Resolution =
  | { kind: 'file'; file: SiteFile }
  | { kind: 'redirect'; location: string }
  | { kind: 'not-found'; locale: Locale }
  | { kind: 'error'; status: number; locale: Locale }
  | { kind: 'method-not-allowed'; locale: Locale }

/**
 * Resolves a request by looking up its address in the manifest. Pure; never throws. Non-canonical
 * addresses of a page redirect to the canonical address with 301.
 */
export function resolveRequest(
  method: string,
  target: RequestTarget,
  manifest: Manifest,
): Resolution {
  const resolution = resolveLink(method, target, manifest)
  if (resolution.kind !== 'file' || !lacksOrderNumber(target)) return resolution
  return { kind: 'not-found', locale: getPathLocale(target.path) }
}

/** Like `resolveRequest`, for links in prerendered pages, to which the browser adds the order number. */
export function resolveLink(method: string, target: RequestTarget, manifest: Manifest): Resolution {
  const locale = getPathLocale(target.path)
  if (!ALLOWED_METHODS.includes(method)) return { kind: 'method-not-allowed', locale }
  const parsed = parsePath(target.path)
  if (parsed.kind === 'malformed') return { kind: 'error', status: 400, locale }
  if (parsed.kind === 'unreachable') return { kind: 'not-found', locale }

  const requested = { path: parsed.path, query: target.query }
  const clean = canonicalize(requested, manifest)
  const resolution = lookUp(clean, manifest)
  if (clean.path === requested.path && clean.query === requested.query) return resolution
  // Canonical paths have no prefix for the default locale; it is always removed by a redirect.
  const hadDefaultPrefix = requested.path.split('/')[1] === DEFAULT_LOCALE
  if (resolution.kind !== 'file' && !hadDefaultPrefix) return resolution
  return { kind: 'redirect', location: formatLocation(clean.path, clean.query) }
}

function lookUp({ path, query }: RequestTarget, manifest: Manifest): Resolution {
  const locale = getPathLocale(path)
  const asset = manifest.files.get(path)
  if (asset && !isPage(asset.path)) return { kind: 'file', file: asset }
  if (stripLocale(path) === '/404') return { kind: 'not-found', locale }
  if (stripLocale(path) === ERROR_PAGE) return { kind: 'error', status: ROUTE_ERROR.status, locale }

  const suffix = readItemQuery(stripLocale(path), query, manifest)
  const document = suffix === undefined ? undefined : findDocument(manifest, path + suffix)
  return document ? { kind: 'file', file: document } : { kind: 'not-found', locale }
}
