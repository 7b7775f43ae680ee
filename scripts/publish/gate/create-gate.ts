import { readFile } from 'node:fs/promises'
import { mapLimited } from '../../lib/map-limited.ts'
import { isPage } from '../../serve/file-kinds.ts'
import type { Manifest, SiteFile } from '../../serve/manifest.ts'
import { ITEM_ROUTES } from '../../serve/site-routes.ts'
import { checkSite, type GateFault } from './check-site.ts'
import { makeRawText, scanBundle, scanPage, type Findings } from './scan-file.ts'

export interface Gate {
  /**
   * Everything that speaks against a site.
   * @param pagesBefore how many pages the live release has
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

  async function scan(file: SiteFile): Promise<Findings> {
    const content = await readFile(file.file, 'utf8')
    const { links, faults } = isPage(file.path) ? scanPage(content, rawText) : scanBundle(content)
    return { links: links.map(intern), faults }
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
    async check(manifest, pagesBefore) {
      const files = [...manifest.files.values()].filter(
        ({ path }) => isPage(path) || BUNDLE.test(path),
      )
      const findings = new Map<string, Findings>()
      const unknown: SiteFile[] = []
      for (const file of files) {
        const before = known.get(file.hash)
        if (before) findings.set(file.hash, before)
        else unknown.push(file)
      }
      await mapLimited(unknown, READ_AT_ONCE, async (file) => {
        findings.set(file.hash, await scan(file))
      })
      known = findings
      const hashes = new Map(files.map(({ path, hash }) => [path, hash]))
      return checkSite({
        manifest,
        itemRoutes: ITEM_ROUTES,
        pagesBefore,
        documents,
        findingsOf: (path) => findings.get(hashes.get(path) ?? ''),
      })
    },
  }
}
