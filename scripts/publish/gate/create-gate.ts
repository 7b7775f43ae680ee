import { readFile } from 'node:fs/promises'
import pLimit from 'p-limit'
import * as v from 'valibot'
import { SECTIONS, type Section } from '#api/sections.ts'
import { isPage } from '../../serve/file-kinds.ts'
import type { Manifest, SiteFile } from '../../serve/manifest.ts'
import { checkSite, type GateFault } from './check-site.ts'
import { createRawTextPattern, scanBundle, scanPage, type Findings } from './scan-file.ts'

const MAX_CONCURRENT_READS = 8
const BUNDLE = /^\/_astro\/.*\.(?:js|css)$/

/**
 * Creates a gate that scans each content once: results are cached by hash, so that pages that have not
 * changed since the previous release are not scanned again.
 * @param messageAreas names of the message files, which prefix every message key
 */
export function createGate(messageAreas: readonly string[]) {
  const rawText = createRawTextPattern(messageAreas)
  let findingsByHash = new Map<string, Findings>()
  // Interned strings, because most links occur on many pages.
  const texts = new Map<string, string>()
  const documents = new Map<string, string>()

  const limit = pLimit(MAX_CONCURRENT_READS)
  const pending = new Map<string, Promise<void>>()

  /** Scans a file, unless its result is cached or pending. */
  function read({ file, hash }: Pick<SiteFile, 'file' | 'hash'>, isOfBundle: boolean): void {
    if (findingsByHash.has(hash) || pending.has(hash)) return
    const reading = limit(async () => {
      const content = await readFile(file, 'utf8')
      const found = isOfBundle ? scanBundle(content) : scanPage(content, rawText)
      const { links, files, faults } = found
      findingsByHash.set(hash, { links: links.map(intern), files: files.map(intern), faults })
    })
    // `check` rethrows the error; after a failed read-ahead, the file is read again.
    reading.catch(() => pending.delete(hash))
    pending.set(hash, reading)
  }

  function intern(text: string): string {
    const interned = texts.get(text)
    if (interned !== undefined) return interned
    // Copies the text, because a regex match is a slice that would keep the whole page in memory.
    const copy = Buffer.from(text).toString()
    texts.set(copy, copy)
    return copy
  }

  return {
    /** Starts scanning pages of a site that is still being built. */
    readAhead(pages: readonly Pick<SiteFile, 'file' | 'hash'>[]): void {
      for (const page of pages) read(page, false)
    },
    /**
     * Finds all faults of a site.
     * @param pagesBefore page count of the live release; undefined when the content was replaced
     */
    async check(manifest: Manifest, pagesBefore: number | undefined): Promise<GateFault[]> {
      const files = [...manifest.files.values()].filter(
        ({ path }) => isPage(path) || BUNDLE.test(path),
      )
      for (const file of files) read(file, !isPage(file.path))
      // Read-aheads of an earlier build may still be pending.
      await Promise.all(files.map(({ hash }) => pending.get(hash)))
      pending.clear()
      const findings = new Map<string, Findings>()
      for (const { hash } of files) {
        const found = findingsByHash.get(hash)
        if (found) findings.set(hash, found)
      }
      findingsByHash = findings
      const hashes = new Map(files.map(({ path, hash }) => [path, hash]))
      return checkSite({
        manifest,
        sections: await readSections(manifest),
        pagesBefore,
        documents,
        findFindings: (path) => findings.get(hashes.get(path) ?? ''),
      })
    },
  }
}

export type Gate = ReturnType<typeof createGate>

const SectionListSchema = v.array(v.picklist(SECTIONS))

/** Reads the enabled sections of a site (`src/pages/sections.json.ts`). */
async function readSections({ files }: Manifest): Promise<readonly Section[]> {
  const file = files.get('/sections.json')
  if (!file) return SECTIONS
  return v.parse(SectionListSchema, JSON.parse(await readFile(file.file, 'utf8')))
}
