import { OptionalMessageSchema, type OptionalMessage } from '#api/messages.ts'
import type { OrderType } from '#api/order.ts'

/** The kind of orders that a message is about. */
const REMINDED_KINDS: Record<OptionalMessage, OrderType> = {
  show_reminder: 'performance',
  course_reminder: 'course',
  membership_ending: 'member',
}

/** Lists the optional messages about kinds of orders that a site sells. Used by pages, not by islands. */
export const listReminders = (kinds: readonly OrderType[]): OptionalMessage[] =>
  OptionalMessageSchema.options.filter((message) => kinds.includes(REMINDED_KINDS[message]))
