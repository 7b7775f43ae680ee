import { defineMessageKind } from '../define-message-kind.ts'
import { paragraph } from '../parts.ts'
import { writeSms } from '../write-sms.ts'

/** A six-digit code to log in, or to verify a phone number or e-mail address. */
export const loginCode = defineMessageKind<'login_code'>({
  // A code is useless after it expires.
  isInAccount: false,

  compose({ code, purpose, minutes }, { t, site }) {
    return {
      title: t('mail:code_title', { code }),
      summary: t('mail:code_summary', { count: minutes }),
      parts: [
        paragraph(t(`mail:code_${purpose}`, { venue: site.name })),
        { type: 'code', code },
        paragraph(t('mail:code_summary', { count: minutes })),
        paragraph(t('mail:code_not_you')),
      ],
    }
  },

  composeSms: ({ code }, context) => writeSms('code', { code }, context),
})
