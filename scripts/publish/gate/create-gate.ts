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
  /** Begins to read pages of a site that is still being built. */
  readAhead(pages: readonly Pick<SiteFile, 'file' | 'hash'>[]): void
  /**
   * Everything that is wrong with a site.
   * @param pagesBefore how many pages the live release has; left out when the content was replaced
   */
  check(manifest: Manifest, pagesBefore: number | undefined): Promise<GateFault[]>
}

const READ_AT_ONCE = 8
const BUNDLE = /^\/_astro\/.*\.(?:js|css)$/

/**
 * A gate that reads each content once in its life: of the pages that a release shares with the one
 * of before it knows already what is in them.
 * @param messageAreas names of the message files, the first part of every key
 */
export function createGate(messageAreas: readonly string[]): Gate {
  const rawText = makeRawText(messageAreas)
  let known = new Map<string, Findings>()
  // Most links stand on many pages: each text is kept once.
  const texts = new Map<string, string>()
  const documents = new Map<string, string>()

  const limit = pLimit(READ_AT_ONCE)
  const underWay = new Map<string, Promise<void>>()

  /** Reads a file, unless it is known or being read. */
  function read({ file, hash }: Pick<SiteFile, 'file' | 'hash'>, isOfBundle: boolean): void {
    if (known.has(hash) || underWay.has(hash)) return
    const reading = limit(async () => {
      const content = await readFile(file, 'utf8')
      const found = isOfBundle ? scanBundle(content) : scanPage(content, rawText)
      const { links, files, faults } = found
      known.set(hash, { links: links.map(intern), files: files.map(intern), faults })
    })
    // Whoever waits for it is told; when nobody does, it is read again.
    reading.catch(() => underWay.delete(hash))
    underWay.set(hash, reading)
  }

  function intern(text: string): string {
    const kept = texts.get(text)
    if (kept !== undefined) return kept
    // A copy: what a pattern finds is a view on the whole page, which it would keep in memory.
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
      // A build before may have ended before all that it told was read.
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

/** The sections that a site shows (`src/pages/sections.json.ts`). */
async function readSections({ files }: Manifest): Promise<readonly Section[]> {
  const file = files.get('/sections.json')
  if (!file) return SECTIONS
  return v.parse(SectionListSchema, JSON.parse(await readFile(file.file, 'utf8')))
}
