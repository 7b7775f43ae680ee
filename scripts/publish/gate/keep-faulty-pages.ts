import { readFile } from 'node:fs/promises'
import { describeContentFault } from '#content/query-cache/content-fault.ts'
import { stripLocale } from '#i18n/paths.ts'
import type { BuiltSite, SiteFiles, SiteFault } from '../built-site.ts'
import { ROUTE_OF } from '../item-pages.ts'
import { findReferences, isText } from '../live-builder/find-references.ts'
import type { Store } from '../store.ts'
import type { GateFault } from './check-site.ts'
import { copySite, restoreLiveFile } from './correct-site.ts'

// A page that could not be rendered because its item is faulty keeps its live version and media, or is left
// out if it was never live.

export interface KeptSite extends SiteFiles {
  /** Pages that keep their live version. */
  kept: ReadonlySet<string>
  /** Descriptions of the differences between the site and the content of the API. */
  warnings: string[]
  /** Faults that block the site: a first site without any item of a kind. */
  refusals: GateFault[]
}

/** Adds the live version of pages that are missing because of faulty items. */
export async function keepFaultyPages(
  { files, headers, faults = [] }: SiteFiles & Pick<BuiltSite, 'faults'>,
  live: SiteFiles | undefined,
  store: Pick<Store, 'getFile'>,
): Promise<KeptSite> {
  if (faults.length === 0) return { files, headers, kept: new Set(), warnings: [], refusals: [] }
  const site = copySite({ files, headers })
  const missing = faults.filter(({ effect }) => effect !== 'gone').flatMap(({ pages }) => pages)
  const kept = new Set(missing.filter((page) => live?.files.has(page)))
  for (const page of kept) if (live) await keepFile(site, page, live, store)
  return {
    ...site,
    kept,
    warnings: describeSiteFaults(faults, site.files),
    refusals: live ? [] : findEmptyKinds(faults, site.files),
  }
}

async function keepFile(
  site: ReturnType<typeof copySite>,
  name: string,
  live: SiteFiles,
  store: Pick<Store, 'getFile'>,
): Promise<void> {
  const file = live.files.get(name)
  if (!file || site.files.has(name)) return
  restoreLiveFile(site, name, live)
  if (!isText(name)) return
  for (const address of findReferences(await readFile(store.getFile(file.hash), 'utf8'))) {
    await keepFile(site, `/${address}`, live, store)
  }
}

/** Describes the faults, one per line; equal faults in several languages share a line. */
function describeSiteFaults(
  faults: readonly SiteFault[],
  files: ReadonlyMap<string, unknown>,
): string[] {
  const described = faults.map(({ locale, ...fault }) => {
    const isKept = fault.effect === 'kept' || fault.pages.some((page) => files.has(page))
    const write = (locales: string | null) => describeContentFault({ ...fault, locale: locales })
    return { locale, write, effect: isKept ? 'keeps its previous version' : 'is left out' }
  })
  const alike = Map.groupBy(described, ({ write, effect }) => `${write(null)}: ${effect}`)
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const locales = [first, ...others].flatMap(({ locale }) => (locale === null ? [] : [locale]))
    const names = [...new Set(locales)].toSorted().join(', ')
    return [`${first.write(names === '' ? null : names)}: ${first.effect}`]
  })
}

function findEmptyKinds(
  faults: readonly SiteFault[],
  files: ReadonlyMap<string, unknown>,
): GateFault[] {
  const pages = [...files.keys()].map(stripLocale)
  return [...Map.groupBy(faults, ({ kind }) => kind)].flatMap(([kind, [fault]]) => {
    const route = kind && ROUTE_OF[kind]
    if (!kind || !route || !fault) return []
    if (pages.some((page) => page.startsWith(`${route}/`))) return []
    return [{ kind: 'no-items', items: kind, fault: describeContentFault(fault) }]
  })
}
