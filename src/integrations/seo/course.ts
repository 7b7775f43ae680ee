import type { Course, CourseInstance, Offer } from 'schema-dts'
import type { CourseDate, CourseDetail } from '#api/course.ts'
import { formatTime, getVenueTimeZone, readVenueDay } from '#i18n/format.ts'
import { describeOrganizer, getPageUrl, type Facts, type SeoContext } from './context.ts'
import { buildEventFacts, buildOffer, formatAmount } from './offer.ts'

const LEVELS = {
  open: null,
  young: null,
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
} as const

function buildInstance(
  date: CourseDate,
  course: Facts<CourseDetail>,
  context: SeoContext,
): CourseInstance {
  const url = getPageUrl(context, '/course/detail', { id: course.id })
  const offers = buildOffer({ state: date.state, prices: [date.price_fen], url })
  return {
    '@type': 'CourseInstance',
    '@id': `${url}#date-${date.id}`,
    name: course.title,
    courseMode: 'Onsite',
    courseWorkload: `PT${course.hours}H`,
    courseSchedule: {
      '@type': 'Schedule',
      startDate: readVenueDay(date.starts_at),
      endDate: readVenueDay(date.ends_at),
      startTime: formatTime(date.starts_at),
      endTime: formatTime(date.ends_at),
      scheduleTimezone: getVenueTimeZone(),
      // Google requires a frequency even for a single date.
      repeatFrequency: 'Daily',
      repeatCount: 1,
    },
    ...buildEventFacts(date, date.state),
    instructor: { '@type': 'Person', name: date.teacher.name },
    maximumAttendeeCapacity: date.capacity,
    remainingAttendeeCapacity: date.places_left,
    ...(offers && { offers }),
  }
}

/** The instance of a course without dates yet: applicants receive them after acceptance. */
const buildOpenInstance = ({ hours, teachers }: Facts<CourseDetail>): CourseInstance => ({
  '@type': 'CourseInstance',
  courseMode: 'Onsite',
  courseWorkload: `PT${hours}H`,
  ...(teachers.length > 0 && {
    instructor: teachers.map(({ name }) => ({ '@type': 'Person', name }) as const),
  }),
})

function buildOffers(
  { id, price_fen, packages }: Facts<CourseDetail>,
  context: SeoContext,
): Offer[] {
  return [{ price_fen }, ...packages].map((offer) => ({
    '@type': 'Offer',
    ...('name' in offer && { name: offer.name }),
    category: offer.price_fen === 0 ? 'Free' : 'Paid',
    price: formatAmount(offer.price_fen),
    priceCurrency: 'CNY',
    url: getPageUrl(context, '/course/detail', { id }),
  }))
}

/** Builds a course with an instance for each of its dates. */
export function buildCourse(
  course: Facts<CourseDetail>,
  organization: string,
  images: string[],
  context: SeoContext,
): Course {
  const { id, title, summary, category, level, hours, dates } = course
  const educationalLevel = LEVELS[level]
  return {
    '@type': 'Course',
    '@id': `${getPageUrl(context, '/course/detail', { id })}#course`,
    name: title,
    description: summary,
    url: getPageUrl(context, '/course/detail', { id }),
    image: images,
    provider: describeOrganizer(context, organization),
    about: category.name,
    timeRequired: `PT${hours}H`,
    ...(educationalLevel !== null && { educationalLevel }),
    offers: buildOffers(course, context),
    hasCourseInstance:
      dates.length > 0
        ? dates.map((date) => buildInstance(date, course, context))
        : buildOpenInstance(course),
  }
}
