import type { Locale } from '#i18n/locales.ts'
import type { Texts } from '#islands/ui/create-texts.ts'
import enApplication from '#messages/en/application.json'
import zhApplication from '#messages/zh-cn/application.json'
import { getFormMessages, type FormMessages } from '../texts.ts'

const MESSAGES = { 'zh-cn': zhApplication, en: enApplication }

export type ApplicationMessages = FormMessages & { application: typeof zhApplication }
export type ApplicationTexts = Texts<ApplicationMessages>

/** What the application forms say in a language. */
export const getApplicationMessages = (locale: Locale): ApplicationMessages => ({
  ...getFormMessages(locale),
  application: MESSAGES[locale],
})
