import type { Locale } from '#i18n/locales.ts'
import { getFormMessages } from '#islands/forms/texts.ts'
import type { Texts } from '#islands/ui/create-texts.ts'
import { getMemberMessages } from '#islands/ui/member-texts.ts'
import enOrder from '#messages/en/order.json'
import zhOrder from '#messages/zh-cn/order.json'

const MESSAGES = { 'zh-cn': zhOrder, en: enOrder }

/** What the order pages say. */
export const getOrderMessages = (locale: Locale) => ({
  ...getMemberMessages(locale),
  ...getFormMessages(locale),
  order: MESSAGES[locale],
})
export type OrderMessages = ReturnType<typeof getOrderMessages>
export type OrderTexts = Texts<OrderMessages>
export type OrderKey = Parameters<OrderTexts>[0]

/** What every part of the order pages works with. */
export interface OrderPart {
  locale: Locale
  t: OrderTexts
}
