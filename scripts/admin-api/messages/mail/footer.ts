import { linkTo } from '../parts.ts'
import type { MessageContext } from '../message.ts'

function listHelp({ t, site: { phone, email } }: MessageContext): string[] {
  if (phone !== null) {
    const unbroken = phone.replaceAll(' ', '\u00A0')
    return [t(email === null ? 'mail:help_phone' : 'mail:help_both', { phone: unbroken })]
  }
  return email === null ? [] : [t('mail:help_reply')]
}

/** @param unsubscribeUrl null for mandatory mails */
export function composeFooter(context: MessageContext, unsubscribeUrl: string | null) {
  const { t, site } = context
  const home = { label: site.name, href: linkTo('/', context) }
  if (unsubscribeUrl === null) {
    return { lines: [...listHelp(context), t('mail:footer_required')], links: [home] }
  }
  return {
    lines: [...listHelp(context), t('mail:footer_optional')],
    links: [
      home,
      { label: t('mail:unsubscribe'), href: unsubscribeUrl },
      { label: t('mail:choose'), href: linkTo('/user/user', context) },
    ],
  }
}
export type Footer = ReturnType<typeof composeFooter>
