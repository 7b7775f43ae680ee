/** Message areas: one file each in `i18n/<locale>/`; the Chinese file defines the keys. */
interface Messages {
  activity: typeof import('#messages/zh-cn/activity.json')
  application: typeof import('#messages/zh-cn/application.json')
  artist: typeof import('#messages/zh-cn/artist.json')
  booking: typeof import('#messages/zh-cn/booking.json')
  business: typeof import('#messages/zh-cn/business.json')
  calendar: typeof import('#messages/zh-cn/calendar.json')
  card: typeof import('#messages/zh-cn/card.json')
  code: typeof import('#messages/zh-cn/code.json')
  common: typeof import('#messages/zh-cn/common.json')
  countries: typeof import('#messages/zh-cn/countries.json')
  course: typeof import('#messages/zh-cn/course.json')
  door: typeof import('#messages/zh-cn/door.json')
  drama: typeof import('#messages/zh-cn/drama.json')
  errors: typeof import('#messages/zh-cn/errors.json')
  forms: typeof import('#messages/zh-cn/forms.json')
  home: typeof import('#messages/zh-cn/home.json')
  login: typeof import('#messages/zh-cn/login.json')
  mail: typeof import('#messages/zh-cn/mail.json')
  member: typeof import('#messages/zh-cn/member.json')
  membership: typeof import('#messages/zh-cn/membership.json')
  nav: typeof import('#messages/zh-cn/nav.json')
  news: typeof import('#messages/zh-cn/news.json')
  order: typeof import('#messages/zh-cn/order.json')
  order_info: typeof import('#messages/zh-cn/order_info.json')
  pay: typeof import('#messages/zh-cn/pay.json')
  personal_data: typeof import('#messages/zh-cn/personal_data.json')
  publishing: typeof import('#messages/zh-cn/publishing.json')
  search: typeof import('#messages/zh-cn/search.json')
  seo: typeof import('#messages/zh-cn/seo.json')
  sign_in: typeof import('#messages/zh-cn/sign_in.json')
  sms: typeof import('#messages/zh-cn/sms.json')
  states: typeof import('#messages/zh-cn/states.json')
  tickets: typeof import('#messages/zh-cn/tickets.json')
  upload: typeof import('#messages/zh-cn/upload.json')
  user: typeof import('#messages/zh-cn/user.json')
}

export type MessageArea = keyof Messages

/** `area:key` of some or all areas; unknown keys are type errors. */
export type MessageKey<A extends MessageArea = MessageArea> = {
  [One in A]: `${One}:${keyof Messages[One] & string}`
}[A]

/** Returns the text of a key in one locale, with `values` interpolated for `{{names}}`. */
export type Translate<A extends MessageArea = MessageArea> = (
  key: MessageKey<A>,
  values?: Record<string, string | number>,
) => string
