import type { Locale } from '#i18n/locales.ts'
import { getCodeMessages } from '#islands/forms/code/texts.ts'
import type { Texts } from '#islands/ui/create-texts.ts'
import enLogin from '#messages/en/login.json'
import zhLogin from '#messages/zh-cn/login.json'
import { getThirdPartyMessages } from '#islands/forms/sign-in/texts.ts'

const MESSAGES = { 'zh-cn': zhLogin, en: enLogin }

/** What the login page says. */
export const getLoginMessages = (locale: Locale) => ({
  ...getCodeMessages(locale),
  ...getThirdPartyMessages(locale),
  login: MESSAGES[locale],
})
export type LoginMessages = ReturnType<typeof getLoginMessages>
export type LoginTexts = Texts<LoginMessages>

/** What the organisation has to say at the login, from the init data. */
export interface House {
  agreement: string
  policy: string
  phone: string | null
}
