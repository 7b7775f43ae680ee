import { readFile } from 'node:fs/promises'
import pLimit from 'p-limit'
import * as v from 'valibot'
import { SECTIONS, type Section } from '#api/sections.ts'
import { isPage } from '../../serve/file-kinds.ts'
import type { Manifest, SiteFile } from '../../serve/manifest.ts'
import { ITEM_ROUTES } from '../../serve/site-routes.ts'
import { checkSite, type GateFault } from './check-site.ts'
import { makeRawText, scanBundle, scanPage, type Findings } from './scan-file.ts'

export interface Gate {
  /** Starts to scan pages of a site that is still being built. */
  readAhead(pages: readonly Pick<SiteFile, 'file' | 'hash'>[]): void
  /**
   * Finds all faults of a site.
   * @param pagesBefore page count of the live release; undefined when the content was replaced
   */
  check(manifest: Manifest, pagesBefore: number | undefined): Promise<GateFault[]>
}

const READ_AT_ONCE = 8
const BUNDLE = /^\/_astro\/.*\.(?:js|css)$/

/**
 * Creates a gate that scans each content once: results of pages that have not changed since the previous
 * release are cached by hash.
 * @param messageAreas names of the message files, which prefix every message key
 */
export function createGate(messageAreas: readonly string[]): Gate {
  const rawText = makeRawText(messageAreas)
  let known = new Map<string, Findings>()
  // Most links occur on many pages: each string is stored once.
  const texts = new Map<string, string>()
  const documents = new Map<string, string>()

  const limit = pLimit(READ_AT_ONCE)
  const underWay = new Map<string, Promise<void>>()

  /** Scans a file, unless its result is cached or pending. */
  function read({ file, hash }: Pick<SiteFile, 'file' | 'hash'>, isOfBundle: boolean): void {
    if (known.has(hash) || underWay.has(hash)) return
    const reading = limit(async () => {
      const content = await readFile(file, 'utf8')
      const found = isOfBundle ? scanBundle(content) : scanPage(content, rawText)
      const { links, files, faults } = found
      known.set(hash, { links: links.map(intern), files: files.map(intern), faults })
    })
    // `check` rethrows the error; after a failed read-ahead, the file is read again.
    reading.catch(() => underWay.delete(hash))
    underWay.set(hash, reading)
  }

  function intern(text: string): string {
    const kept = texts.get(text)
    if (kept !== undefined) return kept
    // A copy: a regex match is a slice that would keep the whole page in memory.
    const own = Buffer.from(text).toString()
    texts.set(own, own)
    return own
  }

  return {
    readAhead(pages) {
      for (const page of pages) read(page, false)
    },
    async check(manifest, pagesBefore) {
      const files = [...manifest.files.values()].filter(
        ({ path }) => isPage(path) || BUNDLE.test(path),
      )
      for (const file of files) read(file, !isPage(file.path))
      // Read-aheads of an earlier build may still be pending.
      await Promise.all(files.map(({ hash }) => underWay.get(hash)))
      underWay.clear()
      const findings = new Map<string, Findings>()
      for (const { hash } of files) {
        const found = known.get(hash)
        if (found) findings.set(hash, found)
      }
      known = findings
      const hashes = new Map(files.map(({ path, hash }) => [path, hash]))
      return checkSite({
        manifest,
        sections: await readSections(manifest),
        itemRoutes: ITEM_ROUTES,
        pagesBefore,
        documents,
        findingsOf: (path) => findings.get(hashes.get(path) ?? ''),
      })
    },
  }
}

const SectionListSchema = v.array(v.picklist(SECTIONS))

/** Reads the enabled sections of a site (`src/pages/sections.json.ts`). */
async function readSections({ files }: Manifest): Promise<readonly Section[]> {
  const file = files.get('/sections.json')
  if (!file) return SECTIONS
  return v.parse(SectionListSchema, JSON.parse(await readFile(file.file, 'utf8')))
}
