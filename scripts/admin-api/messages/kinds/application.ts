import { formatDate, formatMoment, formatReference } from '#i18n/format.ts'
import { APPLICATION_ROUTES } from '#routes.ts'
import type { ApplicationSummary } from '../message-data.ts'
import type {
  Fact,
  MessageContext,
  MessageKind,
  MessageKinds,
  MessagePart,
  SmsContent,
} from '../message.ts'
import {
  action,
  fact,
  facts,
  linkTo,
  listOccasion,
  paragraph,
  shortenTitle,
  writeSms,
} from '../parts.ts'

const listReference = ({ kind, id }: ApplicationSummary, { t }: MessageContext): Fact =>
  fact(t('application:reference'), formatReference(kind, id))

const linkToStatus = (context: MessageContext): MessagePart =>
  action(context.t('mail:see_application'), linkTo('/user/user', context))

/** Links to the course, whose dates have to be booked, or to the activity, where the place is reserved. */
const linkToSubject = (
  { kind, subject }: ApplicationSummary,
  context: MessageContext,
): MessagePart =>
  action(
    context.t(kind === 'course' ? 'pay:next_courses' : 'mail:see_activity'),
    linkTo(APPLICATION_ROUTES[kind].item, context, { id: subject.id }),
  )

/** Composes an offer of a place: in an accepted application, or later from the waiting list. */
const composeAdmission =
  (name: 'accepted' | 'place'): MessageKind<'application_accepted' | 'place_offered'>['compose'] =>
  ({ application, dates }, context) => {
    const { kind, subject } = application
    const intro = context.t(name === 'accepted' ? `mail:accepted_${kind}` : `mail:place_${kind}`)
    return {
      title: context.t(`mail:${name}_title`, { title: subject.name }),
      summary: intro,
      parts: [
        paragraph(intro),
        facts(
          ...dates.flatMap((date) => listOccasion(date, context)),
          listReference(application, context),
        ),
        linkToSubject(application, context),
      ],
    }
  }

/** Announces a decision without revealing it: lock-screen previews are visible to others. */
const writeDecision = (
  { application: { subject } }: { application: ApplicationSummary },
  context: MessageContext,
): SmsContent => writeSms('application_decided', { title: shortenTitle(subject.name) }, context)

/** Messages about applications. */
export const APPLICATION_MESSAGES = {
  /** Confirms receipt of an application. */
  application_received: {
    compose({ application }, context) {
      const { t, locale } = context
      return {
        title: t('mail:received_title', { title: application.subject.name }),
        summary: t('application:next_review_text'),
        parts: [
          paragraph(t('application:done_line')),
          paragraph(t('application:next_review_text')),
          paragraph(t('application:next_decision_text')),
          facts(
            listReference(application, context),
            fact(t('application:submitted'), formatMoment(application.submitted_at, locale)),
          ),
          linkToStatus(context),
        ],
      }
    },
  },

  application_accepted: {
    compose: composeAdmission('accepted'),
    composeSms: writeDecision,
  },

  application_waitlisted: {
    compose({ application }, context) {
      const { t } = context
      return {
        title: t('mail:waitlisted_title', { title: application.subject.name }),
        summary: t('mail:waitlisted_summary'),
        parts: [
          paragraph(t('mail:waitlisted_intro')),
          paragraph(t('mail:waitlisted_summary')),
          facts(listReference(application, context)),
          linkToStatus(context),
        ],
      }
    },

    composeSms: writeDecision,
  },

  application_declined: {
    compose({ application }, context) {
      const { t, locale } = context
      const { kind, files_deleted_at: deletedAt } = application
      const others = kind === 'course' ? '/course/home' : '/course/activity'
      return {
        // Titles appear in lock-screen previews, so only the body states the decision.
        title: t('mail:declined_title', { title: application.subject.name }),
        summary: t('mail:declined_summary'),
        parts: [
          paragraph(t('mail:declined_intro')),
          paragraph(t('mail:declined_again')),
          ...(deletedAt === null
            ? []
            : [paragraph(t('mail:files_deleted', { date: formatDate(deletedAt, locale) }))]),
          facts(listReference(application, context)),
          action(t(`application:others_${kind}`), linkTo(others, context)),
        ],
      }
    },

    composeSms: writeDecision,
  },

  /** Announces that the member may apply again. */
  application_reopened: {
    compose({ application }, context) {
      const { t } = context
      const { kind, subject } = application
      const { form } = APPLICATION_ROUTES[kind]
      return {
        title: t('mail:reopened_title', { title: subject.name }),
        summary: t('mail:reopened_intro'),
        parts: [
          paragraph(t('mail:reopened_intro')),
          facts(listReference(application, context)),
          action(t('mail:apply_again'), linkTo(form, context, { id: subject.id })),
        ],
      }
    },
  },

  /** Offers a place to an applicant on the waiting list. */
  place_offered: {
    compose: composeAdmission('place'),
    composeSms: ({ application: { subject } }, context) =>
      writeSms('place_offered', { title: shortenTitle(subject.name) }, context),
  },
} satisfies Partial<MessageKinds>
