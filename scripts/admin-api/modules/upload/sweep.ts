import type { Deps } from '../../deps.ts'
import { all, execute } from '../../db/write.ts'
import { LIFETIMES } from './limits.ts'

const UNUSED = `NOT EXISTS (SELECT 1 FROM application_upload WHERE upload_id = upload.id)
  AND NOT EXISTS (SELECT 1 FROM user WHERE avatar_upload_id = upload.id)`

/** Unfinished for a day, never used, or decided upon long ago. One statement: nobody uses one meanwhile. */
const GIVE_UP = `UPDATE upload SET state = 'deleted'
  WHERE (state IN ('open', 'received') AND created_at < ?1)
     OR (state = 'ready' AND ready_at < ?2 AND ${UNUSED})
     OR (state = 'ready' AND id IN (
          SELECT upload_id FROM application_upload
          JOIN application ON application.id = application_id WHERE decided_at < ?3))`

const FORGET = `DELETE FROM upload
  WHERE state IN ('refused', 'deleted') AND created_at < ? AND ${UNUSED}`

/** Deletes files that nobody needs any more, files that no row knows, and rows that tell nothing. */
export async function sweepUploads({ db, storage }: Deps, now: number): Promise<void> {
  const { openMs, unusedMs, decidedMs, forgottenMs } = LIFETIMES
  execute(db, GIVE_UP, now - openMs, now - unusedMs, now - decidedMs)
  // Objects before rows: an object that comes meanwhile has its row already.
  const keys = await storage.list()
  const query = db.query.selectFrom('upload').select('key')
  const alive = all(db, query.where('state', 'in', ['open', 'received', 'ready']))
  const known = new Set(alive.map(({ key }) => key))
  for (const key of keys) if (!known.has(key)) await storage.remove(key)
  execute(db, FORGET, now - forgottenMs)
}
