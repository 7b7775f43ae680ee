import type { ActivityState, CourseDateState, ShowState } from '#api/availability.ts'
import type { Place } from '#api/primitives.ts'
import type { AggregateOffer, EventStatusType, ItemAvailability, Offer } from 'schema-dts'
import { buildPlace } from './place.ts'

type Availability = Exclude<ItemAvailability, `https:${string}` | object> & string
type State = ShowState | CourseDateState | ActivityState

/** The availability of each state; null when there is no offer. */
const AVAILABILITIES: Record<State, Availability | null> = {
  not_on_sale: 'PreOrder',
  not_open: 'PreOrder',
  not_started: 'PreOrder',
  on_sale: 'InStock',
  open: 'InStock',
  few_left: 'LimitedAvailability',
  // Held places are released when their orders are not paid.
  all_held: 'LimitedAvailability',
  sold_out: 'SoldOut',
  full: 'SoldOut',
  sale_ended: null,
  applications_closed: null,
  ended: null,
  cancelled: null,
  moved: null,
}

/** Formats fen as yuan with a decimal point, as schema.org requires. */
export const formatAmount = (fen: number): string => (fen / 100).toFixed(2)

interface OfferFacts {
  state: State
  /** All prices in fen. */
  prices: readonly number[]
  url: string
  /** Whether available places are sold only at the box office. */
  isInStoreOnly?: boolean
  validFrom?: string
  validThrough?: string
}

/** Builds an offer, or an aggregate offer for several prices. */
export function buildOffer(facts: OfferFacts): Offer | AggregateOffer | null {
  const { state, prices, url, validFrom, validThrough } = facts
  const online = AVAILABILITIES[state]
  const isFree = online === 'InStock' || online === 'LimitedAvailability'
  const availability = facts.isInStoreOnly && isFree ? 'InStoreOnly' : online
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)]
  if (availability === null || prices.length === 0) return null
  const shared = {
    priceCurrency: 'CNY',
    availability: `https://schema.org/${availability}`,
    url,
    ...(validFrom !== undefined && { validFrom }),
    ...(validThrough !== undefined && { validThrough }),
  } as const
  if (lowest === highest) return { '@type': 'Offer', price: formatAmount(lowest), ...shared }
  return {
    '@type': 'AggregateOffer',
    lowPrice: formatAmount(lowest),
    highPrice: formatAmount(highest),
    offerCount: prices.length,
    ...shared,
  }
}

/** The status of an event. A moved show has no new date in the contract, so it is postponed. */
export function readEventStatus(state: State): EventStatusType {
  if (state === 'cancelled') return 'https://schema.org/EventCancelled'
  return state === 'moved'
    ? 'https://schema.org/EventPostponed'
    : 'https://schema.org/EventScheduled'
}

/** Builds what all events have in common: times, status and place. */
export const buildEventFacts = (
  date: { starts_at: string; ends_at: string; place: Place },
  state: State,
) => ({
  startDate: date.starts_at,
  endDate: date.ends_at,
  eventStatus: readEventStatus(state),
  eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode' as const,
  location: buildPlace(date.place),
})
