import type { ApplicationRecord, ApplicationStatus } from '#api/application.ts'

/** A step of an application; `at` is null until the step is reached. */
export interface Step {
  name: 'received' | 'in_review' | 'decision'
  /** The outcome, for a step with several possible outcomes. */
  status: ApplicationStatus
  at: string | null
}

const DECISIONS = new Set<ApplicationStatus>(['accepted', 'waitlisted', 'declined', 'withdrawn'])

/** The steps received, in review and decision, with the times of those already reached. */
export function readTimeline({ events }: Pick<ApplicationRecord, 'events'>): Step[] {
  const find = (status: ApplicationStatus) =>
    events.find((event) => event.status === status)?.at ?? null
  // A waitlisted application may still be accepted: the last decision counts, unless it was reversed.
  const last = events.at(-1)
  const decision = last && DECISIONS.has(last.status) ? last : undefined
  const steps: Step[] = [
    { name: 'received', status: 'received', at: find('received') },
    { name: 'in_review', status: 'in_review', at: find('in_review') },
    { name: 'decision', status: decision?.status ?? 'accepted', at: decision?.at ?? null },
  ]
  // Withdrawn before the review began.
  return decision === undefined ? steps : steps.filter(({ at }) => at !== null)
}
