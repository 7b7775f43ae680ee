import type { IslandPart } from '#i18n/island-areas.ts'
import { formatDate, formatMoment, formatTime } from '#i18n/format.ts'
import { formatPlace } from '#i18n/format-place.ts'
import { href } from '#routes.ts'
import type { Fact, OrderKind, OrderOf } from '../order-kind.ts'

type Content = OrderOf<'course'>['content']
type Package = Extract<Content, { kind: 'package' }>

function formatValidity(
  { permanent, expires_at }: Package,
  now: string,
  part: IslandPart<'order'>,
): string {
  const { locale, t } = part
  if (permanent) return t('order:permanent')
  if (expires_at === null) return t('order:after_payment')
  const isExpired = Date.parse(expires_at) <= Date.parse(now)
  return t(isExpired ? 'order:expired' : 'order:until', { date: formatDate(expires_at, locale) })
}

function listPackage(content: Package, now: string, part: IslandPart<'order'>): Fact[] {
  const { t } = part
  return [
    { name: t('order:class_hours'), value: t('order:hours', { count: content.class_hours }) },
    { name: t('order:hours_left'), value: t('order:hours', { count: content.hours_left }) },
    { name: t('order:validity'), value: formatValidity(content, now, part) },
  ]
}

/** A booked course date, or a package of class hours. */
export const course: OrderKind<'course'> = {
  list: '/order/course',
  shop: { route: '/course/home', label: 'order:see_course' },
  visitStatuses: ['completed'],
  cancelText: 'order:cancel_text',
  next: { route: '/course/home', label: 'pay:next_courses' },
  firstStep: 'pay:step_class',
  // A non-breaking space keeps the dot before a package name from starting a line.
  name: ({ title }) => title.replace(' · ', '\u00a0· '),
  repeatHref: (order, locale) => href('/course/detail', locale, { id: order.course_id }),

  readArtName: ({ course_id: id }) => `course-${id}`,

  listContent({ content, server_time: now }, part) {
    if (content.kind === 'package') return listPackage(content, now, part)
    const { t } = part
    return [
      {
        name: t('order:time'),
        value: formatMoment(content.starts_at, part.locale),
        isNumeral: true,
      },
      { name: t('order:ends'), value: formatTime(content.ends_at), isNumeral: true },
      { name: t('order:location'), value: formatPlace(content.place) },
    ]
  },

  listLines({ content }, { t }) {
    if (content.kind === 'date') return []
    const hours = t('pay:class_hours', { count: content.class_hours })
    return [content.permanent ? `${hours} · ${t('pay:permanent')}` : hours]
  },

  listNextSteps({ content }, { t }) {
    if (content.kind !== 'date') return []
    const { venue, address } = content.place
    return [t('pay:next_course', { venue: venue.name, address })]
  },
}
