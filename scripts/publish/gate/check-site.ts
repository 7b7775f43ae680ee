import { isShownPath, type Section } from '#api/sections.ts'
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

/** What is wrong with a site. Paths are those of files: `/en/drama/home.html`. */
export type GateFault =
  | { kind: 'missing-route'; page: string }
  | { kind: 'collapsed'; pages: number; before: number }
  | { kind: 'no-policy'; page: string }
  /** A page or a part of the bundle loads a file that does not exist. */
  | { kind: 'missing-file'; page: string; file: string }
  /** Readers can follow it from these pages, and it leads nowhere. */
  | { kind: 'dead-link'; pages: readonly string[]; link: string }
  | { kind: 'raw-text'; page: string; text: string }
  /** A first site without any item of a kind, because all are faulty; `fault` names one. */
  | { kind: 'no-items'; items: string; fault: string }

export interface CheckedSite {
  manifest: Manifest
  itemRoutes: readonly ItemRoute[]
  /** The sections that it shows; the routes of others are left out. */
  sections: readonly Section[]
  /** How many pages the site must be compared with: those of the live release, if it has the same content. */
  pagesBefore: number | undefined
  /** What is in a file, for pages and the bundle. */
  findingsOf(path: string): Findings | undefined
  /** File that an address led to at an earlier check; filled here. Addresses lead there as long as it is there. */
  documents?: Map<string, string>
}

/** The part of the pages that a site must keep from one release to the next. */
export const LEAST_PART = 0.8

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
    ...findMissingRoutes(site),
    ...findCollapse(site),
    ...findUnprotected(site.manifest),
    ...findRawText(site),
    ...findMissingFiles(site),
    ...findDeadLinks(site),
  ]
}

function findMissingRoutes({ manifest, sections }: CheckedSite): GateFault[] {
  return [...ROUTES.map(({ path }) => path), ERROR_PAGE]
    .filter((path) => isShownPath(path, sections))
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

/** Each address is looked up once, and named with the first page that loads it. */
function findMissingFiles(site: CheckedSite): GateFault[] {
  const seen = new Set<string>()
  return listChecked(site).flatMap(([page, { files }]) =>
    files.flatMap((file): GateFault[] => {
      if (seen.has(file)) return []
      seen.add(file)
      return leadsSomewhere(file, site) ? [] : [{ kind: 'missing-file', page, file }]
    }),
  )
}

function findDeadLinks(site: CheckedSite): GateFault[] {
  const checked = listChecked(site)
  const links = new Set(checked.flatMap(([, found]) => found.links))
  return [...links]
    .filter((link) => !leadsSomewhere(link, site))
    .map((link) => {
      const linking = checked.filter(([, found]) => found.links.includes(link))
      return { kind: 'dead-link', pages: linking.map(([page]) => page), link }
    })
}

const listChecked = ({ manifest, findingsOf }: CheckedSite): [page: string, found: Findings][] =>
  [...manifest.files.keys()].flatMap((page) => {
    const found = findingsOf(page)
    return found && !DEAD_ENDS.has(stripLocale(page)) ? [[page, found]] : []
  })

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
