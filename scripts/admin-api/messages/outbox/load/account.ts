import { findMembershipEnd } from '../../../orders/members.ts'
import { readDueDeletion } from '../../../personal-data/deletion-state.ts'
import { formatTime } from '../../../venue-time.ts'
import type { Loader } from './load-context.ts'

/** Null if the membership has been renewed or refunded in the meantime. */
export const loadMembershipEnding: Loader<'membership_ending'> = async (
  { until },
  { deps, userId },
) =>
  (await findMembershipEnd(deps.db.query, userId)) === until ? { until: formatTime(until) } : null

/** Null if a login has cancelled the deletion in the meantime. */
export const loadDeletionAnnounced: Loader<'account_deletion_announced'> = async (
  { deletedAt },
  { deps, userId },
) =>
  (await readDueDeletion(deps.db.query, userId)) === deletedAt
    ? { deletedAt: formatTime(deletedAt) }
    : null

export const loadAccountDeleted: Loader<'account_deleted'> = async ({ hasOrders }) => ({
  hasOrders,
})
