import { SECTIONS } from '#api/sections.ts'
import { fileURLToPath } from 'node:url'
import { openDatabase, type Database } from '#scripts/admin-api/db/open.ts'
import { checkContentFolder } from '#scripts/admin-api/content/check-folder.ts'
import { applyContent } from '#scripts/admin-api/content/apply.ts'
import { planFolder } from '#scripts/admin-api/content/plan.ts'
import { FIRST_START } from '#tests/support/admin-api.ts'
import { createDatabase } from '#tests/support/database.ts'

const DEMO =
  process.env['DEMO'] ??
  fileURLToPath(new URL('../../scripts/admin-api/demo/content', import.meta.url))

/** The demo content without pictures, which are slow to generate and irrelevant for search. */
export async function openDemoSearch(dataDir: string, root = DEMO): Promise<Database> {
  const { folder, slugs, media } = checkContentFolder(root, FIRST_START)
  const db = await openDatabase(await createDatabase(dataDir))
  const files = media.map((source, index) => {
    const name = `m${index}.jpeg`
    return { name, source, mime: 'image/jpeg', width: 1, height: 1, duration_s: 1, bytes: 1 }
  })
  const context = {
    slugs,
    media: new Map(files.map((file) => [file.source, file])),
    legal: new Map<string, string>(),
    firstStart: FIRST_START,
    now: FIRST_START,
    audience: 'public' as const,
    sections: SECTIONS,
  }
  const planned = planFolder(context, folder).map((one) => ({ ...one, edits: [] }))
  const change = { planned, isComplete: true, now: FIRST_START, isAnnounced: false }
  await db.transaction((trx) => applyContent(trx, change))
  return db
}
