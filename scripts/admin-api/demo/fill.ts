import { SECTIONS } from '#api/sections.ts'
import { applyContent } from '../content/apply.ts'
import { checkContentFolder } from '../content/check-folder.ts'
import { createFolderStore } from '../../lib/file-store/folder-store.ts'
import { importContent } from '../content/import-content.ts'
import { planItem } from '../content/plan.ts'
import { readStoredSlugs } from '../content/stored-slugs.ts'
import { readMediaFiles, readStoredLegal } from '../content/stored-sources.ts'
import type { Database } from '../db/open.ts'
import { readTimeSetting } from '../db/settings.ts'
import { createItemGenerator } from './generate-items.ts'

/** Items per transaction, which limits the memory for any number of items. */
const BATCH = 250

export interface FillOptions {
  /** Folder of the demo content. */
  root: string
  dataDir: string
  cacheDir: string
  /** Epoch ms. */
  now: number
  report?: (done: number) => void
}

/**
 * Imports the demo content and generates items from it until there are `count` items in both languages.
 * The result is the same for the same count.
 */
export async function fillWithDemo(
  db: Database,
  count: number,
  { root, dataDir, cacheDir, now, report = () => {} }: FillOptions,
): Promise<void> {
  const files = createFolderStore(dataDir)
  await importContent(db, { root, dataDir, files, cacheDir, now: () => now })
  const firstStart = (await readTimeSetting(db.query, 'first_start')) ?? now
  const { folder, media } = checkContentFolder(root, firstStart)
  const context = {
    slugs: await readStoredSlugs(db.query),
    media: await readMediaFiles(db.query, {}, media),
    legal: await readStoredLegal(db.query),
    firstStart,
    now,
    audience: 'public' as const,
    sections: SECTIONS,
  }
  const generateItem = createItemGenerator(folder)
  const demoCount = Object.values(folder.items).reduce((sum, list) => sum + list.length, 0)
  for (let from = 0; from < count - demoCount; from += BATCH) {
    const length = Math.min(BATCH, count - demoCount - from)
    const planned = Array.from({ length }, (_, index) => {
      const { kind, item } = generateItem(from + index)
      return { ...planItem(context, kind, item), edits: [] }
    })
    const applying = { planned, isComplete: false, now, isAnnounced: false }
    await db.transaction((trx) => applyContent(trx, applying))
    report(demoCount + from + length)
  }
}
