import type { SmsPurpose } from '../providers/messenger/message.ts'
import type { MessageContext, SmsContent } from './message.ts'

/** Registered templates take short values only, and a long title would cost a second SMS. */
const MAX_TITLE = 30

/** A title that fits an SMS, cut where it is longer. */
export function shortenTitle(title: string): string {
  const characters = [...title]
  return characters.length <= MAX_TITLE ? title : `${characters.slice(0, MAX_TITLE - 1).join('')}…`
}

/** Writes the SMS of a purpose. @param parameters the values of its text, beside the venue's name */
export function writeSms(
  purpose: SmsPurpose,
  parameters: Record<string, string>,
  { t, site }: MessageContext,
): SmsContent {
  return { purpose, parameters, text: t(`sms:${purpose}`, { venue: site.name, ...parameters }) }
}
