import i18next from 'i18next'
import { LOCALES, type Locale } from './locales.ts'

// The only file that knows i18next. astro-i18next loads the messages once for each build.

/** Areas of messages: one file each in `i18n/<locale>/`; the Chinese file decides the keys. */
interface Messages {
  news: typeof import('#messages/zh-cn/news.json')
  business: typeof import('#messages/zh-cn/business.json')
  application: typeof import('#messages/zh-cn/application.json')
  artist: typeof import('#messages/zh-cn/artist.json')
  activity: typeof import('#messages/zh-cn/activity.json')
  booking: typeof import('#messages/zh-cn/booking.json')
  calendar: typeof import('#messages/zh-cn/calendar.json')
  code: typeof import('#messages/zh-cn/code.json')
  common: typeof import('#messages/zh-cn/common.json')
  course: typeof import('#messages/zh-cn/course.json')
  drama: typeof import('#messages/zh-cn/drama.json')
  errors: typeof import('#messages/zh-cn/errors.json')
  forms: typeof import('#messages/zh-cn/forms.json')
  home: typeof import('#messages/zh-cn/home.json')
  login: typeof import('#messages/zh-cn/login.json')
  member: typeof import('#messages/zh-cn/member.json')
  nav: typeof import('#messages/zh-cn/nav.json')
  order: typeof import('#messages/zh-cn/order.json')
  door: typeof import('#messages/zh-cn/door.json')
  pay: typeof import('#messages/zh-cn/pay.json')
  search: typeof import('#messages/zh-cn/search.json')
  seo: typeof import('#messages/zh-cn/seo.json')
  states: typeof import('#messages/zh-cn/states.json')
  tickets: typeof import('#messages/zh-cn/tickets.json')
  user: typeof import('#messages/zh-cn/user.json')
}
type KeyOf<Area extends keyof Messages> = `${Area}:${keyof Messages[Area] & string}`
export type MessageKey = { [Area in keyof Messages]: KeyOf<Area> }[keyof Messages]

export type Translate = (key: MessageKey, values?: Record<string, string | number>) => string

/** Texts without values, by locale and key: a page says most of those that all others say. */
const kept: Record<Locale, Map<MessageKey, string>> = { 'zh-cn': new Map(), en: new Map() }
const forgetTexts = (): void => {
  for (const texts of Object.values(kept)) texts.clear()
}
i18next.on('initialized', forgetTexts)
i18next.on('loaded', forgetTexts)

/** Reads all message files again, for a server whose files change. Nothing is done before the first page. */
export async function reloadMessages(): Promise<void> {
  if (i18next.isInitialized) await i18next.reloadResources([...LOCALES])
}

/** Gives the texts of one locale. Never a global language: pages of both render at once. */
export function useTranslations(locale: Locale): Translate {
  const fixed = i18next.getFixedT(locale)
  const translate: Translate = (key, values = {}) => fixed(key, values)
  const texts = kept[locale]
  return (key, values) => {
    if (values) return translate(key, values)
    const text = texts.get(key) ?? translate(key)
    texts.set(key, text)
    return text
  }
}
