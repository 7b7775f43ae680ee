import type { Locale } from '#i18n/locales.ts'
import type { Texts } from '#islands/ui/create-texts.ts'
import { getMemberMessages } from '#islands/ui/member-texts.ts'
import enDoor from '#messages/en/door.json'
import zhDoor from '#messages/zh-cn/door.json'

const MESSAGES = { 'zh-cn': zhDoor, en: enDoor }

/** What the door says. */
export const getDoorMessages = (locale: Locale) => ({
  ...getMemberMessages(locale),
  door: MESSAGES[locale],
})
export type DoorMessages = ReturnType<typeof getDoorMessages>
export type DoorTexts = Texts<DoorMessages>

/** What every part of the door works with. */
export interface DoorPart {
  locale: Locale
  t: DoorTexts
}
