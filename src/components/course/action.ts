import type { CourseCard, CourseDate } from '#api/course.ts'
import type { ActionContext, ItemAction } from '#components/section/item-action.ts'
import type { CourseContent, CourseDateContent } from '#content/courses.ts'
import { formatCost } from '#i18n/format-cost.ts'
import { formatCardMoment } from '#i18n/format-card-date.ts'
import { formatDate } from '#i18n/format.ts'
import { localizePath } from '#i18n/paths.ts'
import { COURSE_DATE_LABELS, COURSE_LABELS, type Label } from '#i18n/state-labels.ts'
import { href } from '#routes.ts'

/** Whether a course or a date has places that can be booked or applied for. */
export const isOpen = (state: CourseDate['state'] | CourseCard['state']): boolean =>
  state === 'open' || state === 'few_left'

/** Lists the dates that can be booked. */
export const listOpenDates = <D extends Pick<CourseDate, 'state'>>({
  dates,
}: {
  dates: readonly D[]
}): D[] => dates.filter(({ state }) => isOpen(state))

type DateStates = Pick<CourseDateContent, 'state' | 'admission' | 'course_state'>

/** The label of a date that can be neither booked nor applied for; null for others. */
export function getClosedLabel({
  state,
  admission,
  course_state: course,
}: DateStates): Label | null {
  if (!isOpen(state)) return COURSE_DATE_LABELS[state]
  return admission === 'book' || course === null || isOpen(course) ? null : COURSE_LABELS[course]
}

/** The phase of the application period at server time; `none` for a course without applications. */
export function readApplicationPeriod({
  admission,
  application,
  server_time: now,
}: Pick<CourseContent, 'admission' | 'application' | 'server_time'>) {
  if (admission !== 'apply' || application === null) return 'none'
  if (Date.parse(now) < Date.parse(application.opens_at)) return 'before'
  return Date.parse(now) < Date.parse(application.closes_at) ? 'open' : 'over'
}

/** Returns the action of a course: apply, book a date, wait, or the reason for none of them. */
export function getCourseAction(
  course: CourseContent,
  { site, locale, t }: ActionContext<'can_log_in'>,
): ItemAction {
  const { id, state, price_fen, application } = course
  const label = COURSE_LABELS[state]
  const period = readApplicationPeriod(course)
  const calendar = localizePath(`/calendar/ics/course-${id}.ics`, locale)
  if (period === 'before' && application) {
    const date = formatDate(application.opens_at, locale)
    return { kind: 'wait', label: t('course:applications_open', { date }), calendar }
  }
  if (state === 'not_open') return { kind: 'wait', label: t(label.key), calendar }
  const [next] = listOpenDates(course)
  const isBooked = course.admission === 'book'
  if (isBooked ? !next : period !== 'open' || state === 'sold_out') {
    const live = state === 'sold_out' && { live: `course:${id}` }
    return { kind: 'over', label: t(label.key), ...live }
  }
  const verb = t(isBooked ? 'course:book' : 'course:apply')
  return {
    kind: 'act',
    label: site.can_log_in ? verb : t('common:box_office'),
    href: isBooked || !site.can_log_in ? '#dates' : href('/course/form', locale, { id }),
    price: formatCost(price_fen, t),
    note: next ? formatCardMoment(next.starts_at, locale) : null,
    state: {
      label: t(label.key),
      tone: label.tone,
      live: { kind: 'course', id, quietWhen: 'open', state },
    },
  }
}
