import { HOUSE_TIME_ZONE } from '#i18n/format.ts'

// The Swedish form of a date is the ISO one.
const format = new Intl.DateTimeFormat('sv-SE', { timeZone: HOUSE_TIME_ZONE })

/** The day of the house calendar that a time falls on, e.g. `2027-05-08`. */
export const readHouseDay = (time: string): string => format.format(new Date(time))
