import type { Place, Ref } from '#api/primitives.ts'

/** The hall of a date, after its city if the dates of the item are in several. @param cities those of all dates */
export const formatHall = ({ hall, city }: Place, cities: readonly Ref[]): string =>
  cities.length > 1 ? `${city.name} · ${hall.name}` : hall.name
