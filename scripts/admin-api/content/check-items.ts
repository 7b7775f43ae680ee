import type { Checker } from './checker.ts'
import type { ContentFolder } from './read-folder.ts'
import { formatCount } from '../../lib/format-count.ts'
import { nameFile } from './sources.ts'

type Performance = ContentFolder['items']['performances'][number]

function checkShows(performance: Performance, file: string, { reportIf }: Checker) {
  const tiers = performance.tiers.length
  for (const [index, show] of performance.shows.entries()) {
    const field = `shows.${index}`
    for (const list of ['stock', 'sold'] as const) {
      const message = `Expected ${formatCount(tiers, 'number')}, one for each tier.`
      reportIf(show[list].length !== tiers, file, `${field}.${list}`, message)
    }
    const isOversold = show.sold.some((sold, tier) => sold > (show.stock[tier] ?? 0))
    reportIf(isOversold, file, `${field}.sold`, 'More are sold than there is stock.')
  }
}

export function checkPerformances({ items }: ContentFolder, checker: Checker): void {
  const { readTime, reportIf } = checker
  for (const performance of items.performances) {
    const file = nameFile('performances', performance.slug)
    const members = readTime(performance.member_sale_starts)
    const everyone = readTime(performance.sale_starts)
    reportIf(
      members > everyone,
      file,
      'sale_starts',
      'The sale for everyone must not start before that for members.',
    )
    checkShows(performance, file, checker)
  }
}

function checkApplication(
  application: ContentFolder['items']['activities'][number]['application'],
  file: string,
  { readTime, reportIf }: Checker,
): void {
  const isClosed = readTime(application.opens) >= readTime(application.closes)
  reportIf(isClosed, file, 'application.closes', 'The application must close after it opens.')
}

export function checkCourses({ items }: ContentFolder, checker: Checker): void {
  const { reportIf } = checker
  for (const course of items.courses) {
    const file = nameFile('courses', course.slug)
    const isMissing = course.admission === 'apply' && !course.application
    reportIf(
      isMissing,
      file,
      'application',
      'Admission by application requires "application" with the times opens and closes.',
    )
    if (course.application) checkApplication(course.application, file, checker)
    for (const [index, date] of course.dates.entries()) {
      const isFull = date.booked > date.places
      reportIf(isFull, file, `dates.${index}.booked`, 'More are booked than there are places.')
    }
  }
}

export function checkActivities({ items }: ContentFolder, checker: Checker): void {
  const { reportIf } = checker
  for (const activity of items.activities) {
    const file = nameFile('activities', activity.slug)
    checkApplication(activity.application, file, checker)
    const isFull = activity.taken > activity.places
    reportIf(isFull, file, 'taken', 'More are taken than there are places.')
  }
}
