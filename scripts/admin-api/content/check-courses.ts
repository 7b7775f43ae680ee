import type { Checker } from './checker.ts'
import type { ContentFolder } from './read-folder.ts'
import { nameFile } from './sources.ts'

interface Application {
  opens: string
  closes: string
}

function checkApplication(application: Application, file: string, { read, refuse }: Checker): void {
  const opens = read(file, 'application.opens', application.opens)
  const closes = read(file, 'application.closes', application.closes)
  refuse(opens >= closes, file, 'application.closes', 'The application must close after it opens.')
}

export function checkCourses({ items }: ContentFolder, checker: Checker): void {
  const { refer, read, refuse } = checker
  for (const course of items.courses) {
    const file = nameFile('courses', course.slug)
    refer(file, 'category', 'category', course.category)
    read(file, 'booking_opens', course.booking_opens)
    const isMissing = course.admission === 'apply' && !course.application
    refuse(
      isMissing,
      file,
      'application',
      'Admission by application needs "application" with the times opens and closes.',
    )
    if (course.application) checkApplication(course.application, file, checker)
    for (const [index, slug] of course.teachers.entries()) {
      refer(file, `teachers.${index}`, 'artist', slug)
    }
    for (const [index, date] of course.dates.entries()) {
      const field = `dates.${index}`
      refer(file, `${field}.hall`, 'hall', date.hall)
      refer(file, `${field}.teacher`, 'artist', date.teacher)
      read(file, `${field}.starts`, date.starts)
      const isFull = date.booked > date.places
      refuse(isFull, file, `${field}.booked`, 'More are booked than there are places.')
    }
  }
}

export function checkActivities({ items }: ContentFolder, checker: Checker): void {
  const { refer, read, refuse } = checker
  for (const activity of items.activities) {
    const file = nameFile('activities', activity.slug)
    checkApplication(activity.application, file, checker)
    const isFull = activity.taken > activity.places
    refuse(isFull, file, 'taken', 'More are taken than there are places.')
    for (const [index, date] of activity.dates.entries()) {
      refer(file, `dates.${index}.hall`, 'hall', date.hall)
      read(file, `dates.${index}.starts`, date.starts)
    }
  }
}
