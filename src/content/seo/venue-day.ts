import { formatDate } from '#i18n/format.ts'

/** The day of the venue's calendar that a time falls on, e.g. `2027-05-08`. */
export const readVenueDay = (time: string): string => formatDate(time, 'zh-cn').replaceAll('.', '-')
