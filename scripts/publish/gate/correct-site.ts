import { readFile } from 'node:fs/promises'
import { ROUTES } from '#routes.ts'
import { stripLocale } from '#i18n/paths.ts'
import { isPage } from '../../serve/file-kinds.ts'
import type { BuiltSite } from '../built-site.ts'
import type { Inputs, Release } from '../releases.ts'
import type { Store } from '../store.ts'
import { countPages, LEAST_PART, type GateFault } from './check-site.ts'
import { describeFault } from './describe-fault.ts'
import { unlink } from './scan-file.ts'

// What is wrong with one page must not hold back all others. A page that is faulty itself stays as it
// is live, or is left out when it is new; a link that leads nowhere is published as text. Only what
// concerns the whole site refuses it: a route without a page, or many pages lost.

type Site = Pick<BuiltSite, 'files' | 'headers'>

export interface CorrectedSite extends Site {
  /** What is published otherwise than it was built, in words. */
  corrections: string[]
  /** Why the site must not go live at all. */
  refusals: GateFault[]
}

export interface CorrectOptions {
  check(site: Site): Promise<GateFault[]>
  /** The site that is live. */
  live: Site | undefined
  store: Pick<Store, 'fileOf' | 'put'>
  /** Pages of the live site that stay because their items are faulty. */
  kept?: ReadonlySet<string>
}

/** Scripts of a page that is kept load others, which load others in turn. */
const MAX_ROUNDS = 8

/** Paths of pages that every site has. */
const REQUIRED = new Set<string>(ROUTES.map(({ path }) => path))

/**
 * How many pages a new site can be compared with; undefined when there is no live release, or when
 * its content came from another API.
 */
export function countComparable(live: Release | undefined, inputs: Inputs): number | undefined {
  if (!live || (live.api ?? '') !== (inputs.api ?? '')) return undefined
  return countPages(live.files.keys())
}

/** Makes a built site fit to go live, as far as its faults concern single pages. */
export async function correctSite(
  built: Site,
  { check, live, store, kept = new Set() }: CorrectOptions,
): Promise<CorrectedSite> {
  const corrections: string[] = []
  const held = new Map<string, GateFault>()
  let site = built
  let faults = await check(site)
  // A page that is kept may itself not fit any more: then it is left out, and the next round is the last.
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const lent = kept.size === 0 ? new Set<string>() : findLent(faults, live)
    if (lent.size > 0) {
      site = addLiveFiles(site, lent, live)
      faults = await check(site)
      continue
    }
    const faulty = findFaultyPages(faults)
    if (faulty.size === 0) break
    for (const [page, fault] of faulty) if (!held.has(page)) held.set(page, fault)
    site = holdBack(site, [...faulty.keys()], live)
    faults = await check(site)
  }
  const refusals = faults.filter(({ kind }) => kind !== 'dead-link')
  const pages = countPages(built.files.keys())
  if (held.size > pages * (1 - LEAST_PART)) refusals.push(...held.values())
  for (const [page, fault] of held) {
    const outcome = site.files.has(page) ? 'stays as it was' : 'is left out'
    corrections.push(`${page} ${outcome}: ${describeFault(fault)}`)
  }
  for (const fault of faults) {
    if (fault.kind === 'dead-link') corrections.push(`${describeFault(fault)}: published as text`)
  }
  return { ...(await unlinkAll(site, faults, store)), corrections, refusals }
}

/** Files that pages kept as they are live load, and that the new site has no more. */
function findLent(faults: readonly GateFault[], live: Site | undefined): Set<string> {
  const missing = faults.flatMap((fault) => (fault.kind === 'missing-file' ? [fault.file] : []))
  return new Set(missing.filter((file) => live?.files.has(file)))
}

function addLiveFiles(site: Site, names: ReadonlySet<string>, live: Site | undefined): Site {
  const added = { files: new Map(site.files), headers: new Map(site.headers) }
  for (const name of names) {
    const file = live?.files.get(name)
    const own = live?.headers.get(name)
    if (file) added.files.set(name, file)
    if (own) added.headers.set(name, own)
  }
  return added
}

/** Pages that are faulty themselves, each with its first fault. */
function findFaultyPages(faults: readonly GateFault[]): Map<string, GateFault> {
  const faulty = new Map<string, GateFault>()
  for (const fault of faults) {
    const isOfPage =
      fault.kind === 'no-policy' || fault.kind === 'raw-text' || fault.kind === 'missing-file'
    if (isOfPage && isPage(fault.page) && !faulty.has(fault.page)) faulty.set(fault.page, fault)
  }
  return faulty
}

/** A site with pages as they are live; a page that is not, or is live just so, is left out. */
function holdBack(
  { files, headers }: Site,
  pages: readonly string[],
  live: Site | undefined,
): Site {
  const kept = { files: new Map(files), headers: new Map(headers) }
  for (const page of pages) {
    const before = live?.files.get(page)
    const isOther = before !== undefined && before.hash !== files.get(page)?.hash
    if (isOther) {
      kept.files.set(page, before)
      const own = live?.headers.get(page)
      if (own) kept.headers.set(page, own)
      else kept.headers.delete(page)
    } else if (!REQUIRED.has(stripLocale(page.replace(/\.html$/, '')))) {
      kept.files.delete(page)
      kept.headers.delete(page)
    }
  }
  return kept
}

async function unlinkAll(
  { files, headers }: Site,
  faults: readonly GateFault[],
  store: CorrectOptions['store'],
): Promise<Site> {
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
    const html = await readFile(store.fileOf(file.hash), 'utf8')
    unlinked.set(page, await store.put(unlink(html, links)))
  }
  return { files: unlinked, headers }
}
