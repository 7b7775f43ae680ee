import type { Place } from '#api/primitives.ts'

/** Formats a place from city to address. The default divider never begins a line. */
export const formatPlace = ({ city, venue, hall, address }: Place, divider = '\u00a0· '): string =>
  [city.name, venue.name, hall.name, address].join(divider)
