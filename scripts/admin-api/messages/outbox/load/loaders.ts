import { findMembershipEnd } from '../../../orders/members.ts'
import { readDueDeletion } from '../../../personal-data/deletion-state.ts'
import { formatTime } from '../../../venue-time.ts'
import type { QueuedName } from '../records.ts'
import {
  loadApplicationAccepted,
  loadApplicationDeclined,
  loadApplicationReceived,
  loadApplicationWaitlisted,
} from './applications.ts'
import type { Loader } from './load-context.ts'
import {
  loadBalanceToppedUp,
  loadBookingConfirmed,
  loadClassHoursBought,
  loadCourseDateCancelled,
  loadCourseDateMoved,
  loadCourseReminder,
  loadInvoiceIssued,
  loadMembershipStarted,
  loadRefund,
  loadShowCancelled,
  loadShowMoved,
  loadShowReminder,
  loadTicketsBought,
  loadTicketsRefunded,
} from './orders.ts'

/** Null if the membership has been renewed or refunded in the meantime. */
const loadMembershipEnding: Loader<'membership_ending'> = async ({ until }, { deps, userId }) =>
  (await findMembershipEnd(deps.db.query, userId)) === until ? { until: formatTime(until) } : null

/** Null if a login has cancelled the deletion in the meantime. */
const loadDeletionAnnounced: Loader<'account_deletion_announced'> = async (
  { deletedAt },
  { deps, userId },
) =>
  (await readDueDeletion(deps.db.query, userId)) === deletedAt
    ? { deletedAt: formatTime(deletedAt) }
    : null

const loadAccountDeleted: Loader<'account_deleted'> = async ({ hasOrders }) => ({
  hasOrders,
})

const LOADERS: { [K in QueuedName]: Loader<K> } = {
  tickets_bought: loadTicketsBought,
  booking_confirmed: loadBookingConfirmed,
  class_hours_bought: loadClassHoursBought,
  membership_started: loadMembershipStarted,
  membership_ending: loadMembershipEnding,
  balance_topped_up: loadBalanceToppedUp,
  refund: loadRefund,
  tickets_refunded: loadTicketsRefunded,
  show_cancelled: loadShowCancelled,
  show_moved: loadShowMoved,
  course_date_cancelled: loadCourseDateCancelled,
  course_date_moved: loadCourseDateMoved,
  show_reminder: loadShowReminder,
  course_reminder: loadCourseReminder,
  application_received: loadApplicationReceived,
  application_accepted: loadApplicationAccepted,
  application_waitlisted: loadApplicationWaitlisted,
  application_declined: loadApplicationDeclined,
  place_offered: loadApplicationAccepted,
  account_deletion_announced: loadDeletionAnnounced,
  account_deleted: loadAccountDeleted,
  invoice_issued: loadInvoiceIssued,
}

export const getLoader = <K extends QueuedName>(kind: K): Loader<K> => LOADERS[kind]
