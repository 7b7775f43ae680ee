import type { Place } from '#api/primitives.ts'

/** A place in one line, from the city to the street. */
export const formatPlace = ({ city, venue, hall, address }: Place, divider = ' · '): string =>
  [city.name, venue.name, hall.name, address].join(divider)
