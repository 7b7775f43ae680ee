import type { Database } from '../db/open.ts'
import { upsert } from '../db/write.ts'
import type { MediaFile, MediaMemory } from './media.ts'
import { readStoredMedia } from './stored-sources.ts'

/**
 * What the database knows of media files. What is read again is noted by `write`, inside the
 * transaction that also writes the media themselves.
 */
export function createMediaMemory(db: Database): MediaMemory & { write(): void } {
  const added = new Map<string, { stamp: string; file: MediaFile }>()
  return {
    recall(path, stamp) {
      const sql = 'SELECT name FROM media_source WHERE path = ? AND stamp = ?'
      const row = db.prepare(sql).get(path, stamp)
      return row ? readStoredMedia(db, String(row['name'])) : null
    },
    remember(path, stamp, file) {
      added.set(path, { stamp, file })
    },
    write() {
      for (const [path, { stamp, file }] of added) {
        upsert(db, 'media_source', ['path'], { path, stamp, name: file.name })
      }
    },
  }
}
