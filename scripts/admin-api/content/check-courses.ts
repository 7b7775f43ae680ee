import type { Checker } from './checker.ts'
import type { ContentFolder } from './read-folder.ts'
import { nameFile } from './sources.ts'

interface Application {
  opens: string
  closes: string
}

function checkApplication(
  application: Application,
  file: string,
  { readTime, refuseIf }: Checker,
): void {
  const opens = readTime(file, 'application.opens', application.opens)
  const closes = readTime(file, 'application.closes', application.closes)
  refuseIf(
    opens >= closes,
    file,
    'application.closes',
    'The application must close after it opens.',
  )
}

export function checkCourses({ items }: ContentFolder, checker: Checker): void {
  const { requireSlug, readTime, refuseIf } = checker
  for (const course of items.courses) {
    const file = nameFile('courses', course.slug)
    requireSlug(file, 'category', 'category', course.category)
    readTime(file, 'booking_opens', course.booking_opens)
    const isMissing = course.admission === 'apply' && !course.application
    refuseIf(
      isMissing,
      file,
      'application',
      'Admission by application requires "application" with the times opens and closes.',
    )
    if (course.application) checkApplication(course.application, file, checker)
    for (const [index, slug] of course.teachers.entries()) {
      requireSlug(file, `teachers.${index}`, 'artist', slug)
    }
    for (const [index, date] of course.dates.entries()) {
      const field = `dates.${index}`
      requireSlug(file, `${field}.hall`, 'hall', date.hall)
      requireSlug(file, `${field}.teacher`, 'artist', date.teacher)
      readTime(file, `${field}.starts`, date.starts)
      const isFull = date.booked > date.places
      refuseIf(isFull, file, `${field}.booked`, 'More are booked than there are places.')
    }
  }
}

export function checkActivities({ items }: ContentFolder, checker: Checker): void {
  const { requireSlug, readTime, refuseIf } = checker
  for (const activity of items.activities) {
    const file = nameFile('activities', activity.slug)
    checkApplication(activity.application, file, checker)
    const isFull = activity.taken > activity.places
    refuseIf(isFull, file, 'taken', 'More are taken than there are places.')
    for (const [index, date] of activity.dates.entries()) {
      requireSlug(file, `dates.${index}.hall`, 'hall', date.hall)
      readTime(file, `dates.${index}.starts`, date.starts)
    }
  }
}
