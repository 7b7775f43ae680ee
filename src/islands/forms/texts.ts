import type { Locale } from '#i18n/locales.ts'
import type { Texts } from '#islands/ui/create-texts.ts'
import enErrors from '#messages/en/errors.json'
import enForms from '#messages/en/forms.json'
import zhErrors from '#messages/zh-cn/errors.json'
import zhForms from '#messages/zh-cn/forms.json'

const MESSAGES = {
  'zh-cn': { forms: zhForms, errors: zhErrors },
  en: { forms: enForms, errors: enErrors },
}

export type FormMessages = (typeof MESSAGES)['zh-cn']
export type FormTexts = Texts<FormMessages>
export type FormKey = Parameters<FormTexts>[0]

/** What every form says; pages hand it to islands together with the island's own area. */
export const getFormMessages = (locale: Locale): FormMessages => MESSAGES[locale]
