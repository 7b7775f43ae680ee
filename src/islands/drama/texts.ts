import type { Locale } from '#i18n/locales.ts'
import type { Texts } from '#islands/ui/create-texts.ts'
import enErrors from '#messages/en/errors.json'
import enMember from '#messages/en/member.json'
import enStates from '#messages/en/states.json'
import enTickets from '#messages/en/tickets.json'
import zhErrors from '#messages/zh-cn/errors.json'
import zhMember from '#messages/zh-cn/member.json'
import zhStates from '#messages/zh-cn/states.json'
import zhTickets from '#messages/zh-cn/tickets.json'

const MESSAGES = {
  'zh-cn': { tickets: zhTickets, member: zhMember, errors: zhErrors, states: zhStates },
  en: { tickets: enTickets, member: enMember, errors: enErrors, states: enStates },
}

export type TicketMessages = (typeof MESSAGES)['zh-cn']
export type TicketTexts = Texts<TicketMessages>

/** What the choice of tickets says. */
export const getTicketMessages = (locale: Locale): TicketMessages => MESSAGES[locale]
