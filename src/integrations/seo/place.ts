import { HOME_COUNTRY } from '#api/mobile.ts'
import type { Place } from '#api/primitives.ts'
import type { PerformingArtsTheater, PostalAddress } from 'schema-dts'

const buildAddress = ({ address, city }: Place): PostalAddress => ({
  '@type': 'PostalAddress',
  streetAddress: address,
  addressLocality: city.name,
  // The contract has no field for the country of a venue.
  addressCountry: HOME_COUNTRY.iso,
})

/** Builds the venue of an event, with the hall in the name because search results show only the name. */
export const buildPlace = (place: Place): PerformingArtsTheater => ({
  '@type': 'PerformingArtsTheater',
  name: `${place.venue.name} · ${place.hall.name}`,
  address: buildAddress(place),
})

/** Builds the distinct venues of places. */
export function buildVenues(places: readonly Place[]): PerformingArtsTheater[] {
  const venues = new Map(places.map((place) => [place.venue.id, place]))
  return [...venues.values()].map((place) => ({
    '@type': 'PerformingArtsTheater',
    name: place.venue.name,
    address: buildAddress(place),
  }))
}
