import { formatDate, formatMoment } from '#i18n/format.ts'
import type { MessageKind, MessageKinds } from '../message.ts'
import { action, linkTo, paragraph, writeSms } from '../parts.ts'

/** Notice of a changed phone number or e-mail address, for the case that a stranger changed it (ASVS 6.3.7). */
const composeContactChange =
  (contact: 'mobile' | 'email'): MessageKind<'mobile_changed' | 'email_changed'>['compose'] =>
  ({ changedAt }, { t, locale, site }) => ({
    title: t(`mail:${contact}_changed_title`),
    summary: t('mail:contact_not_you'),
    parts: [
      paragraph(
        t(`mail:${contact}_changed_intro`, {
          venue: site.name,
          moment: formatMoment(changedAt, locale),
        }),
      ),
      paragraph(t('mail:contact_not_you')),
    ],
  })

/** Messages about the account: codes, changes and the deletion. */
export const ACCOUNT_MESSAGES = {
  /** A six-digit code to log in, or to verify a phone number or e-mail address. */
  login_code: {
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
  },

  mobile_changed: {
    compose: composeContactChange('mobile'),
    composeSms: ({ changedAt }, context) =>
      writeSms('mobile_changed', { moment: formatMoment(changedAt, context.locale) }, context),
  },

  email_changed: {
    compose: composeContactChange('email'),
  },

  /** Notice of a new way to log in, for the case that a stranger added it (ASVS 6.3.7). */
  sign_in_bound: {
    compose({ provider, boundAt }, context) {
      const { t, locale, site } = context
      return {
        title: t('mail:sign_in_bound_title', { provider }),
        summary: t('mail:sign_in_bound_not_you'),
        parts: [
          paragraph(
            t('mail:sign_in_bound_intro', {
              provider,
              venue: site.name,
              moment: formatMoment(boundAt, locale),
            }),
          ),
          paragraph(t('mail:sign_in_bound_not_you')),
          action(t('mail:see_account'), linkTo('/user/user', context)),
        ],
      }
    },
  },

  /** Notice of a removed way to log in, for the case that a stranger removed it (ASVS 6.3.7). */
  sign_in_unbound: {
    compose({ provider, unboundAt }, { t, locale, site }) {
      const moment = formatMoment(unboundAt, locale)
      return {
        title: t('mail:sign_in_unbound_title', { provider }),
        summary: t('mail:contact_not_you'),
        parts: [
          paragraph(t('mail:sign_in_unbound_intro', { provider, venue: site.name, moment })),
          paragraph(t('mail:contact_not_you')),
        ],
      }
    },
  },

  /** The deletion of the account is scheduled; logging in before it is due cancels it. */
  account_deletion_announced: {
    // A member who could read it in the account has logged in, which cancels the deletion.
    isInAccount: false,

    compose({ deletedAt }, context) {
      const { t, locale } = context
      return {
        title: t('mail:deletion_title', { date: formatDate(deletedAt, locale) }),
        summary: t('mail:deletion_summary'),
        parts: [
          paragraph(t('mail:deletion_intro', { moment: formatMoment(deletedAt, locale) })),
          paragraph(t('mail:deletion_summary')),
          paragraph(t('mail:deletion_kept')),
          action(t('mail:keep_account'), linkTo('/user/user', context)),
        ],
      }
    },

    // Also by SMS: not every account has an e-mail address, and a stranger may have requested the deletion.
    composeSms: ({ deletedAt }, context) =>
      writeSms('account_deletion', { date: formatDate(deletedAt, context.locale) }, context),
  },

  account_deleted: {
    // The account no longer exists.
    isInAccount: false,

    compose({ hasOrders }, { t, site }) {
      return {
        title: t('mail:deleted_title', { venue: site.name }),
        summary: t('mail:deleted_intro'),
        parts: [
          paragraph(t('mail:deleted_intro')),
          ...(hasOrders ? [paragraph(t('mail:deletion_kept'))] : []),
          paragraph(t('mail:deleted_last')),
        ],
      }
    },
  },
} satisfies Partial<MessageKinds>
