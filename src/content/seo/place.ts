import type { Place } from '#api/primitives.ts'
import type { PerformingArtsTheater, PostalAddress } from 'schema-dts'

// The contract counts in yuan and in Shanghai time; it has no field for the country.
const COUNTRY = 'CN'

const buildAddress = ({ address, city }: Place): PostalAddress => ({
  '@type': 'PostalAddress',
  streetAddress: address,
  addressLocality: city.name,
  addressCountry: COUNTRY,
})

/** The venue of something dated, its hall in the name: search results show the name alone. */
export const buildPlace = (place: Place): PerformingArtsTheater => ({
  '@type': 'PerformingArtsTheater',
  name: `${place.venue.name} · ${place.hall.name}`,
  address: buildAddress(place),
})

/** Each venue among the places once. */
export function buildVenues(places: readonly Place[]): PerformingArtsTheater[] {
  const venues = new Map(places.map((place) => [place.venue.id, place]))
  return [...venues.values()].map((place) => ({
    '@type': 'PerformingArtsTheater',
    name: place.venue.name,
    address: buildAddress(place),
  }))
}
