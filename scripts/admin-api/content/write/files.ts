import { upsert } from '../../db/write.ts'
import type { ImportContext } from './context.ts'

/** Names of media and legal files: only what stands here is served. */
export function writeFiles({ db, media }: ImportContext, legal: ReadonlyMap<string, string>): void {
  for (const { name, source, mime, width, height, duration, bytes } of media.values()) {
    const row = { name, source, mime, width, height, duration_s: duration, bytes }
    upsert(db, 'media', ['name'], row)
  }
  for (const [name, hash] of legal) upsert(db, 'legal_file', ['name'], { name, hash })
}
