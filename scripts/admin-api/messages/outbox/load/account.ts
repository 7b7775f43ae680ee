import { findMembershipEnd } from '../../../orders/members.ts'
import { formatTime } from '../../../venue-time.ts'
import type { Loader } from './load-context.ts'

/** Null when the membership was renewed or refunded meanwhile. */
export const loadMembershipEnding: Loader<'membership_ending'> = async (
  { until },
  { deps, userId },
) =>
  (await findMembershipEnd(deps.db.query, userId)) === until ? { until: formatTime(until) } : null

export const loadDeletionAnnounced: Loader<'account_deletion_announced'> = async ({
  deletedAt,
}) => ({ deletedAt: formatTime(deletedAt) })

export const loadAccountDeleted: Loader<'account_deleted'> = async ({ hasOrders }) => ({
  hasOrders,
})

export const loadDataExportReady: Loader<'data_export_ready'> = async ({ availableUntil }) => ({
  availableUntil: formatTime(availableUntil),
})
