import type { Ref } from '#api/primitives.ts'
import type { SignIn } from '#api/sign-in.ts'
import type { Locale } from '#i18n/locales.ts'
import { getCodeMessages } from '#islands/forms/code/texts.ts'
import type { Texts } from '#islands/ui/create-texts.ts'
import { getThirdPartyMessages } from '#islands/forms/sign-in/texts.ts'
import { getMemberMessages } from '#islands/ui/member-texts.ts'
import enUser from '#messages/en/user.json'
import zhUser from '#messages/zh-cn/user.json'

const MESSAGES = { 'zh-cn': zhUser, en: enUser }

/** What the account pages say. */
export const getUserMessages = (locale: Locale) => ({
  ...getMemberMessages(locale),
  ...getCodeMessages(locale),
  ...getThirdPartyMessages(locale),
  user: MESSAGES[locale],
})
export type UserMessages = ReturnType<typeof getUserMessages>
export type UserTexts = Texts<UserMessages>

/** What every part of the account pages works with. */
export interface UserPart {
  locale: Locale
  t: UserTexts
}

/** What the organisation has to say on the account pages, from the init data. */
export interface UserHouse {
  citys: readonly Ref[]
  /** What members get, in the organisation's own words. */
  offer: string
  /** The seal of the site; null for a site without one. */
  seal: string | null
  /** Third-party accounts that can be bound. */
  signIn: readonly SignIn[]
}
