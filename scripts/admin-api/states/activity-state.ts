import type { ActivityState } from '#api/availability.ts'
import type { Tables } from '../db/tables.ts'

type ActivityFacts = Pick<Tables['activity'], 'opens_at' | 'closes_at' | 'places' | 'taken'>

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
