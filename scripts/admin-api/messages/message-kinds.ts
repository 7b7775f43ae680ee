import * as v from 'valibot'
import { OptionalMessageSchema, type OptionalMessage } from '#api/messages.ts'
import { ACCOUNT_MESSAGES } from './kinds/account.ts'
import { APPLICATION_MESSAGES } from './kinds/application.ts'
import { dateCancelled, dateMoved } from './kinds/date-changes.ts'
import { MEMBERSHIP_MESSAGES } from './kinds/membership.ts'
import { PAYMENT_MESSAGES } from './kinds/payments.ts'
import { PURCHASE_MESSAGES } from './kinds/purchases.ts'
import { reminder } from './kinds/reminders.ts'
import type { MessageName } from './message-data.ts'
import type { MessageChannel, MessageKinds } from './message.ts'

const MESSAGE_KINDS: MessageKinds = {
  ...PURCHASE_MESSAGES,
  ...MEMBERSHIP_MESSAGES,
  ...PAYMENT_MESSAGES,
  show_cancelled: dateCancelled,
  show_moved: dateMoved,
  course_date_cancelled: dateCancelled,
  course_date_moved: dateMoved,
  show_reminder: reminder,
  course_reminder: reminder,
  ...APPLICATION_MESSAGES,
  ...ACCOUNT_MESSAGES,
}

// `MessageKinds` requires exactly the names as keys, so the assertion holds.
export const MESSAGE_NAMES = Object.keys(MESSAGE_KINDS) as MessageName[]

export const getMessageKind = <K extends MessageName>(name: K): MessageKinds[K] =>
  MESSAGE_KINDS[name]

/** Whether members can switch off messages of this kind. */
export const isOptional = (name: MessageName): name is OptionalMessage =>
  v.is(OptionalMessageSchema, name)

export function listChannels(name: MessageName): MessageChannel[] {
  const { isInAccount = true, composeSms } = getMessageKind(name)
  return [
    'mail',
    ...(composeSms ? (['sms'] as const) : []),
    ...(isInAccount ? (['account'] as const) : []),
  ]
}
