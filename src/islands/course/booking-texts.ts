import type { Locale } from '#i18n/locales.ts'
import type { Texts } from '#islands/ui/create-texts.ts'
import enBooking from '#messages/en/booking.json'
import enErrors from '#messages/en/errors.json'
import zhBooking from '#messages/zh-cn/booking.json'
import zhErrors from '#messages/zh-cn/errors.json'

const MESSAGES = {
  'zh-cn': { booking: zhBooking, errors: zhErrors },
  en: { booking: enBooking, errors: enErrors },
}

export type BookingMessages = (typeof MESSAGES)['zh-cn']
export type BookingTexts = Texts<BookingMessages>

/** What every part of the booking works with. */
export interface BookingPart {
  locale: Locale
  t: BookingTexts
}

/** What the booking of course times says. */
export const getBookingMessages = (locale: Locale): BookingMessages => MESSAGES[locale]
