import type { SmsPurpose } from '../providers/messenger/message.ts'
import type { MessageContext, SmsContent } from './message.ts'

/** Registered templates accept short values only, and a long title would need a second SMS. */
const MAX_TITLE = 30

/** Truncates a title to fit an SMS. */
export function shortenTitle(title: string): string {
  const characters = [...title]
  return characters.length <= MAX_TITLE ? title : `${characters.slice(0, MAX_TITLE - 1).join('')}…`
}

/** Composes the SMS of a purpose. @param parameters values for its text, besides the name of the venue */
export function writeSms(
  purpose: SmsPurpose,
  parameters: Record<string, string>,
  { t, site }: MessageContext,
): SmsContent {
  return { purpose, parameters, text: t(`sms:${purpose}`, { venue: site.name, ...parameters }) }
}
