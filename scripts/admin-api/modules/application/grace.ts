import type { Reader } from '../../db/open.ts'
import { MINUTE } from '../../venue-time.ts'

/** How long after the deadline a form may still come whose files were under way before it. */
const GRACE_MS = 15 * MINUTE

interface Latecomer {
  userId: number
  closesAt: number
  now: number
  /** The files of the form; left out, any file that waits for a form will do. */
  uploadIds?: readonly number[]
}

/** Whether the deadline waits for a member: a large video must not lose the race against it. */
export async function hasGrace(
  db: Reader,
  { userId, closesAt, now, uploadIds }: Latecomer,
): Promise<boolean> {
  if (now < closesAt || now >= closesAt + GRACE_MS) return false
  const upload = await db
    .selectFrom('upload')
    .leftJoin('application_upload', 'application_upload.upload_id', 'upload.id')
    .select('upload.id')
    .where('upload.user_id', '=', userId)
    .where('upload.kind', 'in', ['resume', 'video'])
    .where('upload.state', 'in', ['open', 'received', 'ready'])
    .where('upload.created_at', '<', closesAt)
    .where('application_upload.upload_id', 'is', null)
    .$call((select) =>
      uploadIds === undefined ? select : select.where('upload.id', 'in', uploadIds),
    )
    .limit(1)
    .executeTakeFirst()
  return upload !== undefined
}
