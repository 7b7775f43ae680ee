import type { Locale } from '#i18n/locales.ts'
import type { Texts } from '#islands/ui/create-texts.ts'
import enErrors from '#messages/en/errors.json'
import enForms from '#messages/en/forms.json'
import enMember from '#messages/en/member.json'
import enPay from '#messages/en/pay.json'
import zhErrors from '#messages/zh-cn/errors.json'
import zhForms from '#messages/zh-cn/forms.json'
import zhMember from '#messages/zh-cn/member.json'
import zhPay from '#messages/zh-cn/pay.json'

// Only what stands on these pages travels to the browser.
const pickForms = ({ payment_done, copy_done, toasts }: typeof zhForms) => ({
  payment_done,
  copy_done,
  toasts,
})

const MESSAGES = {
  'zh-cn': { pay: zhPay, member: zhMember, errors: zhErrors, forms: pickForms(zhForms) },
  en: { pay: enPay, member: enMember, errors: enErrors, forms: pickForms(enForms) },
}

export type PayMessages = (typeof MESSAGES)['zh-cn']
export type PayTexts = Texts<PayMessages>

/** What every part of the pay pages works with. */
export interface PayPart {
  locale: Locale
  t: PayTexts
}

/** What the pay pages say. */
export const getPayMessages = (locale: Locale): PayMessages => MESSAGES[locale]
