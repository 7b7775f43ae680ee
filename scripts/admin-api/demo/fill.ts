import { applyContent } from '../content/apply.ts'
import { checkContentFolder } from '../content/check-folder.ts'
import { ExpectedError } from '../../lib/expected-error.ts'
import { createFolderStore } from '../../lib/file-store/folder-store.ts'
import { importContent } from '../content/import-content.ts'
import { planItem } from '../content/plan.ts'
import { readSharedContext } from '../content/plan-stored.ts'
import { readMediaFiles } from '../content/stored-sources.ts'
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
 * @throws ExpectedError if the database has content, which the demo would replace
 */
export async function fillWithDemo(
  db: Database,
  count: number,
  { root, dataDir, cacheDir, now, report = () => {} }: FillOptions,
): Promise<void> {
  if ((await readTimeSetting(db.query, 'first_start')) !== null) {
    throw new ExpectedError('The database has content: set DATA_DIR or DATABASE_URL to a new one')
  }
  const files = createFolderStore(dataDir)
  await importContent(db, { root, dataDir, files, cacheDir, now: () => now })
  const shared = await readSharedContext(db.query, { now, audience: 'public' })
  const { folder, media } = checkContentFolder(root, shared.firstStart)
  const context = { ...shared, media: await readMediaFiles(db.query, {}, media) }
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
