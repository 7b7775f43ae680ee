import { LOCALES } from '#i18n/locales.ts'
import { localizePath, stripLocale } from '#i18n/paths.ts'
import { ERROR_PAGE, ROUTES } from '#routes.ts'
import { isPage } from '../../serve/file-kinds.ts'
import type { ItemRoute } from '../../serve/item-query.ts'
import { findDocument, type Manifest } from '../../serve/manifest.ts'
import { splitTarget } from '../../serve/parse-target.ts'
import { isApiPath } from '../../serve/proxy.ts'
import { resolveRequest } from '../../serve/resolve.ts'
import type { Findings } from './scan-file.ts'

/** Why a site must not go live. Paths are those of files: `/en/drama/home.html`. */
export type GateFault =
  | { kind: 'missing-route'; page: string }
  | { kind: 'collapsed'; pages: number; before: number }
  | { kind: 'no-policy'; page: string }
  | { kind: 'broken-link'; page: string; link: string }
  | { kind: 'raw-text'; page: string; text: string }

export interface CheckedSite {
  manifest: Manifest
  itemRoutes: readonly ItemRoute[]
  /** How many pages the live release has, if there is one. */
  pagesBefore: number | undefined
  /** What is in a file, for pages and the bundle. */
  findingsOf(path: string): Findings | undefined
  /** File that an address led to at an earlier check; filled here. Addresses lead there as long as it is there. */
  documents?: Map<string, string>
}

const LEAST_PART = 0.8

/** Pages of what is not there, and the bare ones that hosts without rewriting show: they lead nowhere. */
const DEAD_ENDS = new Set<string>([
  '/404.html',
  ...ROUTES.filter(({ item }) => item === 'required').map(({ path }) => `${path}.html`),
])

/** How many pages a site has. */
export function countPages(paths: Iterable<string>): number {
  return [...paths].filter(isPage).length
}

/** Everything that speaks against a site. */
export function checkSite(site: CheckedSite): GateFault[] {
  return [
    ...findMissingRoutes(site.manifest),
    ...findCollapse(site),
    ...findUnprotected(site.manifest),
    ...findRawText(site),
    ...findBrokenLinks(site),
  ]
}

function findMissingRoutes(manifest: Manifest): GateFault[] {
  return [...ROUTES.map(({ path }) => path), ERROR_PAGE]
    .flatMap((route) => LOCALES.map((locale) => localizePath(route, locale)))
    .filter((page) => findDocument(manifest, page) === undefined)
    .map((page) => ({ kind: 'missing-route', page }))
}

function findCollapse({ manifest, pagesBefore: before }: CheckedSite): GateFault[] {
  const pages = countPages(manifest.files.keys())
  const isLess = before !== undefined && pages < before * LEAST_PART
  return isLess ? [{ kind: 'collapsed', pages, before }] : []
}

function findUnprotected({ files }: Manifest): GateFault[] {
  return [...files.values()]
    .filter(({ path, headers }) => isPage(path) && !headers['content-security-policy'])
    .map(({ path }) => ({ kind: 'no-policy', page: path }))
}

function findRawText({ manifest, findingsOf }: CheckedSite): GateFault[] {
  return [...manifest.files.keys()].flatMap((page) =>
    (findingsOf(page)?.faults ?? []).map((text) => ({ kind: 'raw-text' as const, page, text })),
  )
}

/** Each address is looked up once as the server would; broken ones are told with one page each. */
function findBrokenLinks(site: CheckedSite): GateFault[] {
  const seen = new Map<string, string | undefined>()
  const faults: GateFault[] = []
  for (const page of site.manifest.files.keys()) {
    if (DEAD_ENDS.has(stripLocale(page))) continue
    for (const link of site.findingsOf(page)?.links ?? []) {
      if (seen.has(link)) continue
      seen.set(link, page)
      if (!leadsSomewhere(link, site)) faults.push({ kind: 'broken-link', page, link })
    }
  }
  return faults
}

function leadsSomewhere(link: string, site: CheckedSite): boolean {
  const { manifest, documents } = site
  const known = documents?.get(link) ?? link
  if (manifest.files.has(known) && !(known === link && isPage(link))) return true
  const target = splitTarget(encodeURI(decode(link)))
  if (isApiPath(target.path)) return true
  const answer = resolveRequest('GET', target, site)
  if (answer.kind === 'file') documents?.set(link, answer.file.path)
  // Another spelling of an address: only one hop, and it leads to a page.
  return answer.kind === 'file' || answer.kind === 'redirect'
}

/** An address as it may stand in a page, with or without percent-encoding. */
function decode(link: string): string {
  try {
    return decodeURI(link)
  } catch {
    return link
  }
}
