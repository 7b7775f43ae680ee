import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Database } from '../db/open.ts'
import { readFirstStart, writeContentVersion, writeFirstStart } from '../db/settings.ts'
import { execute } from '../db/write.ts'
import { checkContent } from './check-content.ts'
import { collectFaults } from './faults.ts'
import { indexSlugs } from './index-slugs.ts'
import { listLegalFiles, listMedia } from './list-files.ts'
import { importMedia } from './media.ts'
import { ContentError, readContentFolder } from './read-folder.ts'
import { writeActivities } from './write/activities.ts'
import { writeArtists } from './write/artists.ts'
import type { ImportContext } from './write/context.ts'
import { writeCourses } from './write/courses.ts'
import { writeFiles } from './write/files.ts'
import { writeNews } from './write/news.ts'
import { writeBusinessCases, writeMemberPackages, writePages } from './write/pages.ts'
import { writePerformances } from './write/performances.ts'
import { writePlaces } from './write/places.ts'
import { writeSearchIndex } from './write/search.ts'

export interface ImportOptions {
  root: string
  dataDir: string
  cacheDir: string
  /** The moment that relative times count from, when the database has none yet. */
  now: number
  report?: (done: number, total: number) => void
}

const PUBLISHED = [
  'city venue hall genre discipline category artist performance tier show course course_package',
  'course_date activity activity_date news business_case member_package content_text',
].flatMap((names) => names.split(' '))

/** What the folder no longer names is no longer shown; what it names is published again below. */
function unpublishAll(db: Database): void {
  for (const table of PUBLISHED) execute(db, `UPDATE ${table} SET published = 0`)
  execute(db, 'DELETE FROM performance_artist')
  execute(db, 'DELETE FROM course_teacher')
}

async function copyLegalFiles(names: readonly string[], root: string, dataDir: string) {
  const to = join(dataDir, 'files')
  await mkdir(to, { recursive: true })
  const hashes = new Map<string, string>()
  for (const name of names) {
    const from = join(root, 'files', name)
    const hash = createHash('sha256')
      .update(await readFile(from))
      .digest('hex')
      .slice(0, 32)
    const target = join(to, `${hash}${extname(name)}`)
    if (!existsSync(target)) await copyFile(from, target)
    hashes.set(name, hash)
  }
  return hashes
}

/**
 * Reads a folder and tells everything that is wrong with it at once.
 * @throws ContentError
 */
export function checkContentFolder(root: string, firstStart: number) {
  const folder = readContentFolder(root)
  const faults = collectFaults()
  const slugs = indexSlugs(folder, faults)
  checkContent(folder, slugs, firstStart, faults)
  const media = listMedia(folder, faults)
  const legal = listLegalFiles(folder, faults)
  if (faults.list.length > 0) throw new ContentError(faults.list)
  return { folder, slugs, media, legal }
}

/** A hash of all that the folder says: the same content has the same version on every machine. */
function hashContent(
  { folder: { single, items }, media, firstStart }: ImportContext,
  legal: ReadonlyMap<string, string>,
): string {
  const names = [...media.values()].map(({ name, source }) => [source, name]).toSorted()
  const content = JSON.stringify([single, items, names, [...legal], firstStart])
  return createHash('sha256').update(content).digest('hex').slice(0, 32)
}

function writeContent(context: ImportContext, legal: ReadonlyMap<string, string>): void {
  const { db } = context
  unpublishAll(db)
  writeFiles(context, legal)
  writePlaces(context)
  writeArtists(context)
  writePerformances(context)
  writeCourses(context)
  writeActivities(context)
  writeNews(context)
  writeBusinessCases(context)
  writeMemberPackages(context)
  writePages(context)
  writeSearchIndex(db)
  writeContentVersion(db, hashContent(context, legal))
}

/**
 * Makes the database show what a content folder says, in one transaction: all of it or nothing.
 * Importing the same folder again changes nothing; what was sold and booked since stays.
 * @throws ContentError naming each file and field that is wrong
 */
export async function importContent(db: Database, options: ImportOptions): Promise<void> {
  const { root, dataDir } = options
  const firstStart = readFirstStart(db) ?? options.now
  const { folder, slugs, media, legal } = checkContentFolder(root, firstStart)
  const places = {
    from: join(root, 'media'),
    to: join(dataDir, 'media'),
    cache: options.cacheDir,
  }
  const files = await importMedia(media, places, options.report)
  const hashes = await copyLegalFiles(legal, root, dataDir)
  db.transact(() => {
    writeFirstStart(db, firstStart)
    writeContent({ db, folder, slugs, media: files, firstStart }, hashes)
  })
}
