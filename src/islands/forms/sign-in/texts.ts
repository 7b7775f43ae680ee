import type { Locale } from '#i18n/locales.ts'
import type { Texts } from '#islands/ui/create-texts.ts'
import en from '#messages/en/sign_in.json'
import zh from '#messages/zh-cn/sign_in.json'

const MESSAGES = { 'zh-cn': { sign_in: zh }, en: { sign_in: en } }

export type ThirdPartyMessages = (typeof MESSAGES)['zh-cn']
export type ThirdPartyTexts = Texts<ThirdPartyMessages>

/** What the third-party buttons say; pages hand it to islands together with their own area. */
export const getThirdPartyMessages = (locale: Locale): ThirdPartyMessages => MESSAGES[locale]
