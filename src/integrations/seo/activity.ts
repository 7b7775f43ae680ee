import type { ActivityDetail } from '#api/activity.ts'
import type { Event } from 'schema-dts'
import { describeOrganizer, getPageUrl, type Facts, type SeoContext } from './context.ts'
import { buildEventFacts, buildOffer } from './offer.ts'

/** Builds one event for each date of an activity. */
export function buildActivityEvents(
  activity: Facts<ActivityDetail>,
  organization: string,
  images: string[],
  context: SeoContext,
): Event[] {
  const { id, title, summary, price_fen, state, opens_at, closes_at } = activity
  const url = getPageUrl(context, '/course/activity', { id })
  const offers = buildOffer({
    state,
    prices: [price_fen],
    url,
    validFrom: opens_at,
    validThrough: closes_at,
  })
  return activity.dates.map((date): Event => ({
    '@type': 'Event',
    '@id': `${url}#date-${date.id}`,
    name: title,
    description: summary,
    image: images,
    url,
    ...buildEventFacts(date, state),
    organizer: describeOrganizer(context, organization),
    isAccessibleForFree: price_fen === 0,
    maximumAttendeeCapacity: activity.places,
    remainingAttendeeCapacity: activity.places_left,
    ...(offers && { offers }),
  }))
}
