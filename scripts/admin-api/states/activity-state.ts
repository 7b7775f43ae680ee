import type { ActivityState } from '#api/availability.ts'

interface ActivityFacts {
  opens_at: number
  closes_at: number
  places: number
  taken: number
}

/** State of an activity. @param lastEnd end of its last date (epoch ms) */
export function readActivityState(
  activity: ActivityFacts,
  lastEnd: number | null,
  now: number,
): ActivityState {
  if (lastEnd !== null && now >= lastEnd) return 'ended'
  if (now >= activity.closes_at) return 'applications_closed'
  if (now < activity.opens_at) return 'not_started'
  return activity.taken >= activity.places ? 'full' : 'open'
}
