import { hash as digest } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { FileStore } from '../../lib/file-store/file-store.ts'
import { markContentReplaced } from '../../lib/replaced-content.ts'
import { takeLock } from '../db/locks.ts'
import type { Database } from '../db/open.ts'
import { isDemoFolder } from '../demo/demo-content.ts'
import {
  readContentOrigin,
  readFirstStart,
  writeContentOrigin,
  writeFirstStart,
  writeMomentsApplied,
} from '../db/settings.ts'
import { applyContent, type AppliedChange } from './apply.ts'
import { LEGAL_FOLDER, nameLegalFile } from './file-names.ts'
import type { NamedEdit } from './lay-edits.ts'
import { createMediaMemory } from './media-memory.ts'
import { importMedia } from './media.ts'
import { planFolder, type PlanContext } from './plan.ts'
import { checkReadFolder, readChecking } from './check-folder.ts'
import type { ContentError } from './faults.ts'
import { checkKeepingFaulty, type CheckedFolder } from './keep-faulty-files.ts'
import type { FileCache } from './read-file.ts'
import { readContentFolder, type ReadFolder } from './read-folder.ts'
import { replaceDemoVenues } from './replace-demo-venues.ts'
import { writeNumbers } from './stored-numbers.ts'
import { readAllStored, readStoredEdits } from './stored-sources.ts'

export interface ImportOptions {
  root: string
  dataDir: string
  /** Where media and legal texts are copied to. */
  files: FileStore
  cacheDir: string
  /** Epoch ms; relative times count from it when the database has no first start yet. */
  now: number
  /** Whether somebody replaces the content on purpose: the site may then become much smaller. */
  isReplacement?: boolean
  /** Whether faulty files leave their items as they are, and all others are imported. */
  keepsFaulty?: boolean
  /** Files that were read before, for who imports the same folder again and again. */
  fileCache?: FileCache
  report?: (done: number, total: number) => void
}

export interface ImportReport {
  changes: AppliedChange[]
  /** Fields that staff set and the folder does not have: they stand. */
  kept: NamedEdit[]
  /** Fields that staff had set and of which the folder says something new: it decides. */
  dropped: NamedEdit[]
  /** What is wrong with faulty files, whose items stay as they were; null when none is. */
  error: ContentError | null
}

async function importLegalFiles(names: readonly string[], root: string, files: FileStore) {
  const imported = await files.listNames(LEGAL_FOLDER)
  const hashes = new Map<string, string>()
  for (const name of names) {
    const content = await readFile(join(root, 'files', name))
    const hash = digest('sha256', content).slice(0, 32)
    const target = nameLegalFile(hash, name)
    if (!imported.has(target.slice(LEGAL_FOLDER.length))) await files.write(target, content)
    hashes.set(name, hash)
  }
  return hashes
}

/** One attempt; null when staff set something while it read files. */
async function tryImport(
  db: Database,
  options: ImportOptions,
  given: ReadFolder,
): Promise<ImportReport | null> {
  const { root, dataDir, now } = options
  const firstStart = await readFirstStart(db.query)
  const checking = await readChecking(db.query, now)
  const { edits } = checking
  const checked: CheckedFolder = options.keepsFaulty
    ? checkKeepingFaulty(given, checking, await readAllStored(db.query))
    : { ...checkReadFolder(given, checking), kept: [], error: null }
  const { folder, slugs, media, legal, edited, numbers, kept } = checked
  const places = { from: join(root, 'media'), to: options.files, cache: options.cacheDir }
  const memory = createMediaMemory(db.query)
  const imported = await importMedia(media, places, memory, options.report)
  const hashes = await importLegalFiles(legal, root, options.files)
  const context: PlanContext = {
    slugs,
    media: imported,
    legal: hashes,
    firstStart: firstStart ?? now,
    now,
    audience: 'public',
    sections: folder.single['site.yaml'].sections,
  }
  const planned = planFolder(context, folder, kept).map((one) => ({
    ...one,
    edits: edited.editsOf(one),
  }))
  return db.transaction(async (trx) => {
    await takeLock(trx, 'content')
    if (JSON.stringify(await readStoredEdits(trx)) !== JSON.stringify(edits)) return null
    if (firstStart === null) {
      await writeFirstStart(trx, now)
      await writeMomentsApplied(trx, now)
    }
    const changes = await applyContent(trx, {
      planned,
      isWhole: true,
      kept,
      now,
      isNews: firstStart !== null,
    })
    await memory.write(trx)
    await writeNumbers(trx, numbers)
    const origin = await readContentOrigin(trx)
    const isReplacement = options.isReplacement || origin !== root
    if (origin !== null && isDemoFolder(origin) && !isDemoFolder(root)) await replaceDemoVenues(trx)
    await writeContentOrigin(trx, root)
    // Before the site hears of the change: it must not compare the new content with the old one.
    if (isReplacement && changes.length > 0) markContentReplaced(dataDir)
    return { changes, kept: edited.kept, dropped: edited.dropped, error: checked.error }
  })
}

/**
 * Makes the database show what a content folder says, in one transaction: all of it or nothing, or all
 * but faulty files.
 * Importing the same folder again changes nothing; what was sold and booked since stays, and what
 * staff set stays until the folder says something new of it.
 * @throws ContentError naming each file, line and field that is wrong
 */
export async function importContent(db: Database, options: ImportOptions): Promise<ImportReport> {
  const own = { ...options, root: resolve(options.root) }
  for (;;) {
    const report = await tryImport(db, own, readContentFolder(own.root, own.fileCache))
    if (report) return report
  }
}
