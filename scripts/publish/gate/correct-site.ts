import { readFile } from 'node:fs/promises'
import { ROUTES } from '#routes.ts'
import { stripLocale } from '#i18n/paths.ts'
import { isPage } from '../../serve/file-kinds.ts'
import type { SiteFiles } from '../built-site.ts'
import type { Inputs, Release } from '../releases.ts'
import type { Store } from '../store.ts'
import { countPages, MIN_PAGE_RATIO, type GateFault } from './check-site.ts'
import { describeFault } from './describe-fault.ts'
import { unlink } from './scan-file.ts'

// A fault of one page must not block all others. A faulty page keeps its live version, or is removed if it
// is new; a dead link is published as text. A site is refused only for faults that concern all of it: a
// route without a page, or many missing or faulty pages.

interface CorrectOptions {
  check(site: SiteFiles): Promise<GateFault[]>
  /** The live site. */
  live: SiteFiles | undefined
  store: Pick<Store, 'getFile' | 'put'>
  /** Pages that keep their live version because their items are faulty. */
  kept: ReadonlySet<string>
}

/** Scripts of live pages import further scripts, of which each round restores one level. */
const MAX_ROUNDS = 8

/** Paths of pages that every site must have. */
const REQUIRED = new Set<string>(ROUTES.map(({ path }) => path))

/**
 * Counts the live pages for comparison with a new site; undefined when there is no live release or its
 * content is from another API.
 */
export function countComparable(live: Release | undefined, inputs: Inputs): number | undefined {
  if (!live || (live.api ?? '') !== (inputs.api ?? '')) return undefined
  return countPages(live.files.keys())
}

/**
 * Corrects the faults of single pages in a built site.
 * @returns the site, descriptions of its corrections, and `refusals`: the faults that block the whole site
 */
export async function correctSite(built: SiteFiles, { check, live, store, kept }: CorrectOptions) {
  const corrections: string[] = []
  const replaced = new Map<string, GateFault>()
  const site = copySite(built)
  let faults = await check(site)
  // A live version may also be faulty in the new site: then the next round removes the page.
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const hasLivePages = kept.size + replaced.size > 0
    const missing = hasLivePages ? listMissingLiveFiles(faults, live) : []
    const faulty = findFaultyPages(faults)
    if (missing.length > 0) {
      for (const name of missing) restoreLiveFile(site, name, live)
    } else if (faulty.size > 0) {
      for (const [page, fault] of faulty) replaced.set(page, replaced.get(page) ?? fault)
      for (const page of faulty.keys()) replaceFaultyPage(site, page, live)
    } else break
    faults = await check(site)
  }
  const refusals = faults.filter(({ kind }) => kind !== 'dead-link')
  const pages = countPages(built.files.keys())
  if (replaced.size > pages - pages * MIN_PAGE_RATIO) refusals.push(...replaced.values())
  for (const [page, fault] of replaced) {
    const outcome = site.files.has(page) ? 'keeps its previous version' : 'is left out'
    corrections.push(`${page} ${outcome}: ${describeFault(fault)}`)
  }
  for (const fault of faults) {
    if (fault.kind === 'dead-link') corrections.push(`${describeFault(fault)}: published as text`)
  }
  return { ...(await unlinkAll(site, faults, store)), corrections, refusals }
}

/** Lists live files that live versions of pages load but the new site does not contain. */
function listMissingLiveFiles(faults: readonly GateFault[], live: SiteFiles | undefined): string[] {
  const missing = faults.flatMap((fault) => (fault.kind === 'missing-file' ? [fault.file] : []))
  return missing.filter((file) => live?.files.has(file))
}

export const copySite = ({ files, headers }: SiteFiles) => ({
  files: new Map(files),
  headers: new Map(headers),
})

/** Gives a file of a copied site its live version. */
export function restoreLiveFile(
  { files, headers }: ReturnType<typeof copySite>,
  name: string,
  live: SiteFiles | undefined,
): void {
  const file = live?.files.get(name)
  const own = live?.headers.get(name)
  if (file) files.set(name, file)
  if (own) headers.set(name, own)
  else headers.delete(name)
}

/** Finds the faulty pages, each with its first fault. */
function findFaultyPages(faults: readonly GateFault[]): Map<string, GateFault> {
  const faulty = new Map<string, GateFault>()
  for (const fault of faults) {
    const isOfPage =
      fault.kind === 'no-policy' || fault.kind === 'raw-text' || fault.kind === 'missing-file'
    if (isOfPage && isPage(fault.page) && !faulty.has(fault.page)) faulty.set(fault.page, fault)
  }
  return faulty
}

/** Replaces a page with its live version; removes a page without a different live version. */
function replaceFaultyPage(
  site: ReturnType<typeof copySite>,
  page: string,
  live: SiteFiles | undefined,
): void {
  const before = live?.files.get(page)
  const hasOtherVersion = before !== undefined && before.hash !== site.files.get(page)?.hash
  if (hasOtherVersion) {
    restoreLiveFile(site, page, live)
  } else if (!REQUIRED.has(stripLocale(page.replace(/\.html$/, '')))) {
    site.files.delete(page)
    site.headers.delete(page)
  }
}

async function unlinkAll(
  { files, headers }: SiteFiles,
  faults: readonly GateFault[],
  store: CorrectOptions['store'],
): Promise<SiteFiles> {
  const dead = new Map<string, Set<string>>()
  for (const fault of faults) {
    if (fault.kind !== 'dead-link') continue
    for (const page of fault.pages) {
      dead.set(page, (dead.get(page) ?? new Set()).add(fault.link))
    }
  }
  if (dead.size === 0) return { files, headers }
  const unlinked = new Map(files)
  for (const [page, links] of dead) {
    const file = files.get(page)
    if (!file) continue
    const html = await readFile(store.getFile(file.hash), 'utf8')
    unlinked.set(page, await store.put(unlink(html, links)))
  }
  return { files: unlinked, headers }
}
