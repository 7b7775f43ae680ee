import type { Locale } from '#api/language.ts'
import { readTexts } from '#i18n/read-texts.ts'
import type { MessageData, MessageName } from './message-data.ts'
import { getMessageKind } from './message-kinds.ts'
import {
  MESSAGE_AREAS,
  type MessageContent,
  type MessageContext,
  type MessageSite,
  type SmsContent,
} from './message.ts'

const TEXTS = readTexts(...MESSAGE_AREAS)

export const createContext = (site: MessageSite, locale: Locale): MessageContext => ({
  locale,
  t: TEXTS[locale],
  site,
})

/** Composes the content of a message, for mail and the account. */
export const composeMessage = <K extends MessageName>(
  name: K,
  data: MessageData[K],
  context: MessageContext,
): MessageContent => ({ files: [], ...getMessageKind(name).compose(data, context) })

/** Composes a message as an SMS; null for kinds that are never sent by SMS. */
export const composeSms = <K extends MessageName>(
  name: K,
  data: MessageData[K],
  context: MessageContext,
): SmsContent | null => getMessageKind(name).composeSms?.(data, context) ?? null
