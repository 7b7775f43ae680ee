import type { Place } from '#api/primitives.ts'

/** Facts beside each other, divided by dots; a line does not begin with a dot. */
export const joinFacts = (...facts: readonly string[]): string => facts.join('\u00a0· ')

/** A place in one line, from the city to the street. */
export const formatPlace = ({ city, venue, hall, address }: Place): string =>
  [city.name, venue.name, hall.name, address].join(' · ')

/** The same for a page, where it may need several lines. */
export const joinPlace = ({ city, venue, hall, address }: Place): string =>
  joinFacts(city.name, venue.name, hall.name, address)
