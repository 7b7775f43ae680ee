import type { Place } from '#api/primitives.ts'

/** A place in one line, from the city to the street. No line begins with a divider. */
export const formatPlace = ({ city, venue, hall, address }: Place, divider = '\u00a0· '): string =>
  [city.name, venue.name, hall.name, address].join(divider)
