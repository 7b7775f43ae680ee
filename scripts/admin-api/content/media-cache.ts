import type { Reader, Transaction } from '../db/open.ts'
import type { MediaFile, MediaCache } from './media.ts'
import { readStoredMedia } from './stored-sources.ts'

/**
 * A cache of imported media files in the database. `write` saves new entries; call it inside the transaction
 * that writes the media rows.
 */
export function createMediaCache(
  db: Reader,
): MediaCache & { write(trx: Transaction): Promise<void> } {
  const added = new Map<string, { stamp: string; name: string }>()
  return {
    async get(path, stamp) {
      const sources = db.selectFrom('media_source').select('name').where('path', '=', path)
      const source = await sources.where('stamp', '=', stamp).executeTakeFirst()
      return source ? readStoredMedia(db, source.name) : null
    },
    set(path, stamp, file: MediaFile) {
      added.set(path, { stamp, name: file.name })
    },
    async write(trx) {
      for (const [path, source] of added) {
        await trx
          .insertInto('media_source')
          .values({ path, ...source })
          .onConflict((row) => row.column('path').doUpdateSet(source))
          .execute()
      }
    },
  }
}
