import type { ApplicationRecord } from '#api/application.ts'

type Status = ApplicationRecord['status']

/** A step of an application as its sender follows it; `at` is null while it is still to come. */
export interface Step {
  name: 'received' | 'in_review' | 'decision'
  /** The state that was reached, where the step can end in several. */
  status: Status
  at: string | null
}

const DECISIONS = new Set<Status>(['accepted', 'waitlisted', 'declined', 'withdrawn'])

/** Received, in review, decision: what happened when, and what is still to come. */
export function readTimeline({ events }: Pick<ApplicationRecord, 'events'>): Step[] {
  const find = (status: Status) => events.find((event) => event.status === status)?.at ?? null
  // A place on the waiting list may become an admission: the last decision counts.
  const decision = events.findLast(({ status }) => DECISIONS.has(status))
  const steps: Step[] = [
    { name: 'received', status: 'received', at: find('received') },
    { name: 'in_review', status: 'in_review', at: find('in_review') },
    { name: 'decision', status: decision?.status ?? 'accepted', at: decision?.at ?? null },
  ]
  // Withdrawn before anybody read it: there was no review.
  return decision === undefined ? steps : steps.filter(({ at }) => at !== null)
}
