import { formatDate } from '#i18n/format.ts'
import type { MessageKinds } from '../message.ts'
import { action, fact, facts, linkTo, listPayment, paragraph } from '../parts.ts'

/** Messages about memberships. */
export const MEMBERSHIP_MESSAGES = {
  /** Confirms a membership; a renewal starts when the previous one ends. */
  membership_started: {
    compose({ order, from, until }, context) {
      const { t, locale, site } = context
      const period = { from: formatDate(from, locale), until: formatDate(until, locale) }
      return {
        title: t('mail:membership_title', { date: period.until }),
        summary: site.membershipOffer,
        parts: [
          paragraph(t('mail:membership_intro')),
          paragraph(site.membershipOffer),
          facts(
            fact(t('order:membership'), t('order:from_until', period)),
            ...listPayment(order, context),
          ),
          action(t('mail:see_account'), linkTo('/user/user', context)),
        ],
      }
    },
  },

  /** Reminds of a membership that ends soon. */
  membership_ending: {
    compose({ until }, context) {
      const { t, locale, site } = context
      return {
        title: t('mail:ending_title', { date: formatDate(until, locale) }),
        summary: t('membership:extends'),
        parts: [
          paragraph(t('mail:ending_intro', { date: formatDate(until, locale) })),
          paragraph(site.membershipOffer),
          paragraph(t('membership:extends')),
          action(t('mail:renew'), linkTo('/pay/member', context)),
        ],
      }
    },
  },
} satisfies Partial<MessageKinds>
