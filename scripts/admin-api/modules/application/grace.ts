import type { Reader } from '../../db/open.ts'
import { MINUTE } from '../../venue-time.ts'

/** Grace period after the deadline for forms whose uploads began before it. */
const GRACE_MS = 15 * MINUTE

interface GraceQuery {
  userId: number
  closesAt: number
  now: number
  /** Uploads of the form; undefined: any unused upload of the member. */
  uploadIds?: readonly number[]
}

/** Whether a member may still apply because an upload, such as a large video, began before the deadline. */
export async function hasGrace(
  db: Reader,
  { userId, closesAt, now, uploadIds }: GraceQuery,
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
