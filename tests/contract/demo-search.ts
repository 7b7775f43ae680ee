import { fileURLToPath } from 'node:url'
import { openDatabase } from '#scripts/admin-api/db/open.ts'
import { checkContentFolder } from '#scripts/admin-api/content/import-content.ts'
import { writeActivities } from '#scripts/admin-api/content/write/activities.ts'
import { writeArtists } from '#scripts/admin-api/content/write/artists.ts'
import { writeCourses } from '#scripts/admin-api/content/write/courses.ts'
import { writeNews } from '#scripts/admin-api/content/write/news.ts'
import { writeBusinessCases } from '#scripts/admin-api/content/write/pages.ts'
import { writePerformances } from '#scripts/admin-api/content/write/performances.ts'
import { writePlaces } from '#scripts/admin-api/content/write/places.ts'
import { writeSearchIndex } from '#scripts/admin-api/content/write/search.ts'
import { upsert } from '#scripts/admin-api/db/write.ts'
import { FIRST_START } from '#tests/support/admin-api.ts'

const DEMO =
  process.env['DEMO'] ??
  fileURLToPath(new URL('../../scripts/admin-api/demo/content', import.meta.url))

/** The demo content without its pictures, which take long to draw and cannot be searched. */
export function openDemoSearch(root = DEMO) {
  const { folder, slugs, media } = checkContentFolder(root, FIRST_START)
  const db = openDatabase(':memory:')
  const files = media.map((source, index) => {
    const name = `m${index}.jpeg`
    return { name, source, mime: 'image/jpeg', width: 1, height: 1, duration: 1, bytes: 1 }
  })
  const context = {
    db,
    folder,
    slugs,
    media: new Map(files.map((file) => [file.source, file])),
    firstStart: FIRST_START,
  }
  db.transact(() => {
    for (const { duration: duration_s, ...file } of files) {
      upsert(db, 'media', ['name'], { ...file, duration_s })
    }
    writePlaces(context)
    writeArtists(context)
    writePerformances(context)
    writeCourses(context)
    writeActivities(context)
    writeNews(context)
    writeBusinessCases(context)
    writeSearchIndex(db)
  })
  return db
}
