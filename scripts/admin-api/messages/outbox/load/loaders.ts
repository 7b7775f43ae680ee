import type { QueuedName } from '../records.ts'
import { loadAccountDeleted, loadDeletionAnnounced, loadMembershipEnding } from './account.ts'
import {
  loadApplicationAccepted,
  loadApplicationDeclined,
  loadApplicationReceived,
  loadApplicationWaitlisted,
  loadPlaceOffered,
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
  place_offered: loadPlaceOffered,
  account_deletion_announced: loadDeletionAnnounced,
  account_deleted: loadAccountDeleted,
  invoice_issued: loadInvoiceIssued,
}

export const getLoader = <K extends QueuedName>(kind: K): Loader<K> => LOADERS[kind]
