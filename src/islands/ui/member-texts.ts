import type { Locale } from '#i18n/locales.ts'
import enErrors from '#messages/en/errors.json'
import enMember from '#messages/en/member.json'
import zhErrors from '#messages/zh-cn/errors.json'
import zhMember from '#messages/zh-cn/member.json'
import type { Texts } from './create-texts.ts'
import { pickLoadErrors } from './load-errors.ts'

const pick = (member: typeof zhMember, errors: typeof zhErrors) => ({
  member,
  errors: pickLoadErrors(errors),
})

const MESSAGES = { 'zh-cn': pick(zhMember, zhErrors), en: pick(enMember, enErrors) }

/** What `MemberGate` and `LoadFailure` say; pages hand it to islands with the island's own area. */
export type MemberMessages = (typeof MESSAGES)['zh-cn']
export type MemberTexts = Texts<MemberMessages>

export const getMemberMessages = (locale: Locale): MemberMessages => MESSAGES[locale]
