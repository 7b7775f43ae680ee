import { OptionalMessageSchema, type OptionalMessage } from '#api/messages.ts'
import type { OrderType } from '#api/order.ts'
import type { Section } from '#api/sections.ts'
import { listSoldKinds } from '#features/order-core/sold-kinds.ts'

/** What the account offers, which depends on the sections of the site. */
export interface SiteOffer {
  hasCourses: boolean
  /** The list in which members choose their next visit; null without performances and courses. */
  visits: '/drama/home' | '/course/home' | null
  /** The messages that can be switched off. */
  reminders: readonly OptionalMessage[]
  /** Whether the site has courses or activities, to which members apply. */
  takesApplications: boolean
}

/** The kind of orders that a message is about. */
const REMINDED_KINDS: Record<OptionalMessage, OrderType> = {
  show_reminder: 'performance',
  course_reminder: 'course',
  membership_ending: 'member',
}

/** Lists the optional messages about kinds of orders. */
export const listReminders = (kinds: readonly OrderType[]): OptionalMessage[] =>
  OptionalMessageSchema.options.filter((message) => kinds.includes(REMINDED_KINDS[message]))

/** Reads what the account offers from the sections of a site. Used by pages, not by islands. */
export function readSiteOffer(sections: readonly Section[]): SiteOffer {
  const kinds = listSoldKinds(sections)
  const hasCourses = kinds.includes('course')
  return {
    hasCourses,
    visits: kinds.includes('performance') ? '/drama/home' : hasCourses ? '/course/home' : null,
    reminders: listReminders(kinds),
    takesApplications: sections.includes('courses') || sections.includes('activities'),
  }
}
