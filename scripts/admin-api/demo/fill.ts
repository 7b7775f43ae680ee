import { SECTIONS } from '#api/sections.ts'
import { applyContent } from '../content/apply.ts'
import { checkContentFolder } from '../content/check-folder.ts'
import { createFolderStore } from '../../lib/file-store/folder-store.ts'
import { importContent } from '../content/import-content.ts'
import { planItem, type PlanContext, type Planned } from '../content/plan.ts'
import { readStoredSlugs } from '../content/stored-slugs.ts'
import { readMediaOf, readStoredLegal } from '../content/stored-sources.ts'
import type { Database } from '../db/open.ts'
import { readFirstStart } from '../db/settings.ts'
import { multiplyContent, type AnyItem } from './multiply.ts'

/** Items written in one transaction: memory stays the same for any number. */
const BATCH = 250

export interface FillOptions {
  /** The demo content. */
  root: string
  dataDir: string
  cacheDir: string
  /** Epoch ms. */
  now: number
  report?: (done: number) => void
}

/** Each kind with its own writer; TypeScript ties kind and item only one kind at a time. */
function planAny(context: PlanContext, made: AnyItem): Planned {
  switch (made.kind) {
    case 'artists':
      return planItem(context, made.kind, made.item)
    case 'performances':
      return planItem(context, made.kind, made.item)
    case 'courses':
      return planItem(context, made.kind, made.item)
    case 'activities':
      return planItem(context, made.kind, made.item)
    case 'artist-news':
      return planItem(context, made.kind, made.item)
    case 'course-news':
      return planItem(context, made.kind, made.item)
    case 'performance-news':
      return planItem(context, made.kind, made.item)
    case 'business-cases':
      return planItem(context, made.kind, made.item)
  }
}

/**
 * Fills a database with the demo and so many made items that there are `count` in all, each in both
 * languages. The same count makes the same content.
 */
export async function fillWithDemo(
  db: Database,
  count: number,
  { root, dataDir, cacheDir, now, report = () => {} }: FillOptions,
): Promise<void> {
  const files = createFolderStore(dataDir)
  await importContent(db, { root, dataDir, files, cacheDir, now })
  const firstStart = (await readFirstStart(db.query)) ?? now
  const { folder, media } = await checkContentFolder(root, null, firstStart)
  const context = {
    slugs: await readStoredSlugs(db.query),
    media: await readMediaOf(db.query, {}, media),
    legal: await readStoredLegal(db.query),
    firstStart,
    now,
    audience: 'public' as const,
    sections: SECTIONS,
  }
  const { make } = multiplyContent(folder)
  const given = Object.values(folder.items).reduce((sum, list) => sum + list.length, 0)
  for (let from = 0; from < count - given; from += BATCH) {
    const length = Math.min(BATCH, count - given - from)
    const planned = Array.from({ length }, (_, index) => {
      return { ...planAny(context, make(from + index)), edits: [] }
    })
    const applying = { planned, isWhole: false, now, isNews: false }
    await db.transaction((trx) => applyContent(trx, applying))
    report(given + from + length)
  }
}
