import type { ApplicationState } from '#api/availability.ts'

interface ActivityFacts {
  opens_at: number
  closes_at: number
  places: number
  taken: number
}

/** The application period of an activity; `lastEnd` is when its last date is over. */
export function readActivityState(
  activity: ActivityFacts,
  lastEnd: number | null,
  now: number,
): ApplicationState {
  if (now >= activity.closes_at || (lastEnd !== null && now >= lastEnd)) return 'ended'
  if (now < activity.opens_at) return 'not_started'
  return activity.taken >= activity.places ? 'full' : 'open'
}
