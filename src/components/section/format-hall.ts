import type { Place } from '#api/primitives.ts'
import type { Init } from '#api/site.ts'

/** The hall of a date, with its city if the organisation has several. */
export const formatHall = ({ hall, city }: Place, { citys }: Pick<Init, 'citys'>): string =>
  citys.length > 1 ? `${hall.name}\u00a0· ${city.name}` : hall.name
