import {
  accountDeleted,
  accountDeletionAnnounced,
  emailChanged,
  loginCode,
  mobileChanged,
  signInBound,
} from './kinds/account.ts'
import {
  applicationAccepted,
  applicationDeclined,
  applicationReceived,
  applicationReopened,
  applicationWaitlisted,
  placeOffered,
} from './kinds/application.ts'
import { bookingConfirmed, classHoursBought } from './kinds/course-bought.ts'
import { dateCancelled, dateMoved } from './kinds/date-changes.ts'
import { membershipEnding, membershipStarted } from './kinds/membership.ts'
import {
  balanceToppedUp,
  exchangePayable,
  invoiceIssued,
  refund,
  ticketsRefunded,
} from './kinds/payments.ts'
import { reminder } from './kinds/reminders.ts'
import { ticketsBought } from './kinds/tickets-bought.ts'
import type { MessageName } from './message-data.ts'
import type { MessageChannel, MessageKind } from './message.ts'

type MessageKinds = { [K in MessageName]: MessageKind<K> }

const MESSAGE_KINDS: MessageKinds = {
  login_code: loginCode,
  tickets_bought: ticketsBought,
  exchange_payable: exchangePayable,
  booking_confirmed: bookingConfirmed,
  class_hours_bought: classHoursBought,
  membership_started: membershipStarted,
  membership_ending: membershipEnding,
  balance_topped_up: balanceToppedUp,
  refund,
  tickets_refunded: ticketsRefunded,
  show_cancelled: dateCancelled,
  show_moved: dateMoved,
  course_date_cancelled: dateCancelled,
  course_date_moved: dateMoved,
  show_reminder: reminder,
  course_reminder: reminder,
  application_received: applicationReceived,
  application_accepted: applicationAccepted,
  application_waitlisted: applicationWaitlisted,
  application_declined: applicationDeclined,
  application_reopened: applicationReopened,
  place_offered: placeOffered,
  mobile_changed: mobileChanged,
  email_changed: emailChanged,
  sign_in_bound: signInBound,
  account_deletion_announced: accountDeletionAnnounced,
  account_deleted: accountDeleted,
  invoice_issued: invoiceIssued,
}

// `MessageKinds` requires exactly the names as keys, so the assertion holds.
export const MESSAGE_NAMES = Object.keys(MESSAGE_KINDS) as MessageName[]

export const getMessageKind = <K extends MessageName>(name: K): MessageKinds[K] =>
  MESSAGE_KINDS[name]

/** Whether members can switch off messages of this kind. */
export const isOptional = (name: MessageName): boolean => getMessageKind(name).isOptional ?? false

export function listChannels(name: MessageName): MessageChannel[] {
  const { isInAccount = true, composeSms } = getMessageKind(name)
  return [
    'mail',
    ...(composeSms ? (['sms'] as const) : []),
    ...(isInAccount ? (['account'] as const) : []),
  ]
}
