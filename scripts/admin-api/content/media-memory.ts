import type { Reader, Transaction } from '../db/open.ts'
import type { MediaFile, MediaMemory } from './media.ts'
import { readStoredMedia } from './stored-sources.ts'

/**
 * What the database knows of media files. What is read again is noted by `write`, inside the
 * transaction that also writes the media themselves.
 */
export function createMediaMemory(
  db: Reader,
): MediaMemory & { write(trx: Transaction): Promise<void> } {
  const added = new Map<string, { stamp: string; name: string }>()
  return {
    async recall(path, stamp) {
      const sources = db.selectFrom('media_source').select('name').where('path', '=', path)
      const source = await sources.where('stamp', '=', stamp).executeTakeFirst()
      return source ? readStoredMedia(db, source.name) : null
    },
    remember(path, stamp, file: MediaFile) {
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
