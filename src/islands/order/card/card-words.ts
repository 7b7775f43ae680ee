import { LOCALES, type Locale } from '#i18n/locales.ts'
import { createTexts, type Texts } from '#islands/ui/create-texts.ts'
import enOrder from '#messages/en/order.json'
import zhOrder from '#messages/zh-cn/order.json'

const pick = (order: typeof zhOrder) => ({
  order: {
    card_as_of: order.card_as_of,
    card_awake: order.card_awake,
    card_bright: order.card_bright,
    card_count: order.card_count,
    card_next: order.card_next,
    card_none: order.card_none,
    card_offline: order.card_offline,
    card_order: order.card_order,
    card_place: order.card_place,
    card_previous: order.card_previous,
    card_tier: order.card_tier,
    card_time: order.card_time,
    card_unpaid: order.card_unpaid,
    card_used: order.card_used,
    card_valid: order.card_valid,
    card_void: order.card_void,
  },
})

/** What a ticket card says, in both languages at once: guests and staff read the same screen. */
export const getCardMessages = () => ({ 'zh-cn': pick(zhOrder), en: pick(enOrder) })
export type CardMessages = ReturnType<typeof getCardMessages>
type CardTexts = Texts<CardMessages['en']>
export type CardWord = keyof CardMessages['en']['order'] extends `card_${infer Word}` ? Word : never

/** Both texts of a word, the reader's own language first. */
export type Both = (
  word: CardWord,
  values?: Record<string, string | number>,
) => { locale: Locale; text: string }[]

/** Makes `both` for readers of a locale. */
export function createBoth(messages: CardMessages, own: Locale): Both {
  const texts: Record<Locale, CardTexts> = {
    'zh-cn': createTexts(messages['zh-cn']),
    en: createTexts(messages.en),
  }
  const order = LOCALES.toSorted((one) => (one === own ? -1 : 1))
  return (word, values) =>
    order.map((locale) => ({ locale, text: texts[locale](`order:card_${word}`, values) }))
}
