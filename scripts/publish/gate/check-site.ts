import { isShownPath, type Section } from '#api/sections.ts'
import { SITE_LOCALES } from '#i18n/locales.ts'
import { localizePath, stripLocale } from '#i18n/paths.ts'
import { ERROR_PAGE, ROUTES } from '#routes.ts'
import { isPage } from '../../serve/file-kinds.ts'
import { findDocument, type Manifest } from '../../serve/manifest.ts'
import { splitTarget } from '../../serve/parse-target.ts'
import { isApiPath } from '../../serve/proxy.ts'
import { resolveLink } from '../../serve/resolve.ts'
import type { Findings } from './scan-file.ts'

/** A fault of a site. Paths are those of files: `/en/drama/home.html`. */
export type GateFault =
  | { kind: 'missing-route'; page: string }
  | { kind: 'collapsed'; pages: number; before: number }
  | { kind: 'no-policy'; page: string }
  /** A page or a bundle file loads a file that does not exist. */
  | { kind: 'missing-file'; page: string; file: string }
  /** These pages have a link whose target does not exist. */
  | { kind: 'dead-link'; pages: readonly string[]; link: string }
  | { kind: 'raw-text'; page: string; text: string }
  /** A first site has no item of a kind, because all are faulty; `fault` describes one of the faults. */
  | { kind: 'no-items'; items: string; fault: string }

export interface CheckedSite {
  manifest: Manifest
  /** The enabled sections; routes of other sections are not required. */
  sections: readonly Section[]
  /** Page count of the live release; undefined if it is not comparable. */
  pagesBefore: number | undefined
  /** Scan results of pages and bundle files. */
  findFindings(path: string): Findings | undefined
  /** Cache of resolved addresses: address → file; an entry is valid while the file exists. */
  documents?: Map<string, string>
}

/** Minimum ratio of pages from one release to the next. */
export const MIN_PAGE_RATIO = 0.8

/** The 404 page, and item pages without an id for hosts without rewriting: their links are not checked. */
const UNCHECKED_PAGES = new Set<string>([
  '/404.html',
  ...ROUTES.filter(({ item }) => item === 'required').map(({ path }) => `${path}.html`),
])

/** Counts the pages of a site. */
export function countPages(paths: Iterable<string>): number {
  return [...paths].filter(isPage).length
}

/** Finds all faults of a site. */
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
    .flatMap((route) => SITE_LOCALES.map((locale) => localizePath(route, locale)))
    .filter((page) => findDocument(manifest, page) === undefined)
    .map((page) => ({ kind: 'missing-route', page }))
}

function findCollapse({ manifest, pagesBefore: before }: CheckedSite): GateFault[] {
  const pages = countPages(manifest.files.keys())
  const hasCollapsed = before !== undefined && pages < before * MIN_PAGE_RATIO
  return hasCollapsed ? [{ kind: 'collapsed', pages, before }] : []
}

function findUnprotected({ files }: Manifest): GateFault[] {
  return [...files.values()]
    .filter(({ path, headers }) => isPage(path) && !headers['content-security-policy'])
    .map(({ path }) => ({ kind: 'no-policy', page: path }))
}

function findRawText({ manifest, findFindings }: CheckedSite): GateFault[] {
  return [...manifest.files.keys()].flatMap((page) =>
    (findFindings(page)?.faults ?? []).map((text) => ({ kind: 'raw-text' as const, page, text })),
  )
}

/** Reports each missing file once, with the first page that loads it. */
function findMissingFiles(site: CheckedSite): GateFault[] {
  const checked = new Set<string>()
  return listChecked(site).flatMap(([page, { files }]) =>
    files.flatMap((file): GateFault[] => {
      if (checked.has(file)) return []
      checked.add(file)
      return resolves(file, site) ? [] : [{ kind: 'missing-file', page, file }]
    }),
  )
}

function findDeadLinks(site: CheckedSite): GateFault[] {
  const checked = listChecked(site)
  const links = new Set(checked.flatMap(([, findings]) => findings.links))
  return [...links]
    .filter((link) => !resolves(link, site))
    .map((link) => {
      const linking = checked.filter(([, findings]) => findings.links.includes(link))
      return { kind: 'dead-link', pages: linking.map(([page]) => page), link }
    })
}

const listChecked = ({ manifest, findFindings }: CheckedSite): [page: string, Findings][] =>
  [...manifest.files.keys()].flatMap((page) => {
    const findings = findFindings(page)
    return findings && !UNCHECKED_PAGES.has(stripLocale(page)) ? [[page, findings]] : []
  })

function resolves(link: string, site: CheckedSite): boolean {
  const { manifest, documents } = site
  const file = documents?.get(link) ?? link
  if (manifest.files.has(file) && !(file === link && isPage(link))) return true
  const target = splitTarget(encodeURI(decode(link)))
  if (isApiPath(target.path)) return true
  const resolution = resolveLink('GET', target, manifest)
  if (resolution.kind === 'file') documents?.set(link, resolution.file.path)
  // Redirects to the canonical address take one hop and end at a page.
  return resolution.kind === 'file' || resolution.kind === 'redirect'
}

/** Decodes an address, which pages may contain with or without percent-encoding. */
function decode(link: string): string {
  try {
    return decodeURI(link)
  } catch {
    return link
  }
}
