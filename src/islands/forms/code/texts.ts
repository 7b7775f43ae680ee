import type { Locale } from '#i18n/locales.ts'
import type { Texts } from '#islands/ui/create-texts.ts'
import enCode from '#messages/en/code.json'
import zhCode from '#messages/zh-cn/code.json'
import { getFormMessages } from '../texts.ts'

const MESSAGES = { 'zh-cn': zhCode, en: enCode }

/** What forms with a one-time code say: the field kit's messages and their own. */
export const getCodeMessages = (locale: Locale) => ({
  ...getFormMessages(locale),
  code: MESSAGES[locale],
})
export type CodeMessages = ReturnType<typeof getCodeMessages>
export type CodeTexts = Texts<CodeMessages>
