import type { ActivityDetail } from '#api/activity.ts'
import type { ActionContext, ItemAction } from '#components/section/item-action.ts'
import { listRemaining } from '#components/section/list-remaining.ts'
import { formatCost } from '#i18n/format-cost.ts'
import { formatCardMoment } from '#i18n/format-card-date.ts'
import { formatDate } from '#i18n/format.ts'
import { localizePath } from '#i18n/paths.ts'
import { ACTIVITY_LABELS } from '#i18n/state-labels.ts'
import { href } from '#routes.ts'

type Activity = Pick<
  ActivityDetail,
  'id' | 'state' | 'opens_at' | 'places_left' | 'price_fen' | 'dates' | 'server_time'
>

/** Returns the action of an activity: apply, wait for the application period, or the reason for neither. */
export function getActivityAction(
  { id, state, opens_at, places_left, price_fen, dates, server_time }: Activity,
  { site, locale, t }: ActionContext<'can_log_in'>,
): ItemAction {
  if (state === 'not_started') {
    return {
      kind: 'wait',
      label: t('course:applications_open', { date: formatDate(opens_at, locale) }),
      calendar: localizePath(`/calendar/ics/activity-${id}.ics`, locale),
    }
  }
  if (state === 'full') return { kind: 'over', label: t('activity:full') }
  if (state === 'ended') return { kind: 'over', label: t('activity:ended') }
  if (state === 'applications_closed') return { kind: 'over', label: t(ACTIVITY_LABELS[state].key) }
  const [next] = listRemaining(dates, server_time)
  return {
    kind: 'act',
    label: site.can_log_in ? t('activity:apply') : t('common:box_office'),
    href: site.can_log_in ? href('/course/activity-form', locale, { id }) : '#dates',
    price: formatCost(price_fen, t),
    note: next ? formatCardMoment(next.starts_at, locale) : null,
    state: {
      label: t('course:places_left', { count: places_left }),
      tone: 'plain',
      live: { kind: 'activity', id, isCounted: true, state },
    },
  }
}
