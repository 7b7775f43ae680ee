import type { ApplicationState } from '#api/availability.ts'

interface ActivityFacts {
  opens_at: number
  closes_at: number
  places: number
  taken: number
}

/** State of an activity's application period. @param lastEnd end of its last date (epoch ms) */
export function readActivityState(
  activity: ActivityFacts,
  lastEnd: number | null,
  now: number,
): ApplicationState {
  if (now >= activity.closes_at || (lastEnd !== null && now >= lastEnd)) return 'ended'
  if (now < activity.opens_at) return 'not_started'
  return activity.taken >= activity.places ? 'full' : 'open'
}
