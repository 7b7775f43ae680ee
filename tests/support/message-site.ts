import type { Locale } from '#api/language.ts'
import { DEFAULT_THEME } from '#api/theme.ts'
import { LOCALE_TRAITS } from '#i18n/locales.ts'
import {
  composeMessage,
  composeSms,
  createContext,
} from '#scripts/admin-api/messages/compose-message.ts'
import { composeMail } from '#scripts/admin-api/messages/mail/compose-mail.ts'
import type { MessageData, MessageName } from '#scripts/admin-api/messages/message-data.ts'
import { isOptional } from '#scripts/admin-api/messages/message-kinds.ts'
import type { MessageSite } from '#scripts/admin-api/messages/message.ts'

export const SITE_URL = 'https://www.riverside.example'
export const UNSUBSCRIBE_URL = `${SITE_URL}/api/messages/unsubscribe?token=abc`

/** Site names by script. */
const NAMES = {
  han: { name: '河畔剧场', offer: '会员预约课程免费，演出票九折。' },
  latin: { name: 'Riverside Playhouse', offer: 'Members book course times free of charge.' },
} as const

/** A test site in one language. */
function createSite(locale: Locale, changes: Partial<MessageSite> = {}): MessageSite {
  const { name, offer } = NAMES[LOCALE_TRAITS[locale].script]
  return {
    name,
    url: SITE_URL,
    phone: '+44 20 7946 0100',
    email: 'hello@riverside.example',
    membershipOffer: offer,
    mark: name,
    logo: null,
    theme: DEFAULT_THEME,
    ...changes,
  }
}

interface Options {
  locale?: Locale
  site?: Partial<MessageSite>
}

export const NOW = Date.parse('2027-05-05T19:30:00+08:00')

/** Composes a message as content, mail and SMS. */
export async function compose<K extends MessageName>(
  name: K,
  data: MessageData[K],
  { locale = 'en', site = {} }: Options = {},
) {
  const context = createContext(createSite(locale, site), locale)
  const content = composeMessage(name, data, context)
  const unsubscribeUrl = isOptional(name) ? UNSUBSCRIBE_URL : null
  const mail = await composeMail(content, context, {
    id: `test-${name}`,
    to: 'reader@example.org',
    unsubscribeUrl,
    at: NOW,
  })
  return { content, mail, sms: composeSms(name, data, context) }
}
