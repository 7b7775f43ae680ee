import { findMembershipEnd } from '../../../orders/members.ts'
import { readDueDeletion } from '../../../personal-data/deletion-state.ts'
import { formatTime } from '../../../venue-time.ts'
import type { Loader } from './load-context.ts'

/** Null when the membership was renewed or refunded meanwhile. */
export const loadMembershipEnding: Loader<'membership_ending'> = async (
  { until },
  { deps, userId },
) =>
  (await findMembershipEnd(deps.db.query, userId)) === until ? { until: formatTime(until) } : null

/** Null when a login has cancelled it meanwhile. */
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
