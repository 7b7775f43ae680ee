import { resolveImage } from '../blocks.ts'
import { pickText } from '../local.ts'
import type { ContentFolder } from '../read-folder.ts'
import {
  findId,
  readTime,
  toFen,
  toFlag,
  toItemColumns,
  toName,
  writeTexts,
  type ImportContext,
} from './context.ts'
import { MINUTE } from '../../../lib/durations.ts'

type Course = ContentFolder['items']['courses'][number]

function writeCourseRow(context: ImportContext, course: Course): void {
  const { application } = course
  context.write('course', ['id'], {
    ...toItemColumns(course),
    category_id: findId(context, 'category', course.category),
    level: course.level,
    hours: course.hours,
    featured: toFlag(course.featured),
    admission: course.admission,
    application_opens_at: application ? readTime(context, application.opens) : null,
    application_closes_at: application ? readTime(context, application.closes) : null,
    price_fen: toFen(course.price),
    member_price_fen: toFen(course.member_price),
    booking_opens_at: readTime(context, course.booking_opens),
  })
  for (const [position, slug] of course.teachers.entries()) {
    const link = { course_id: course.id, artist_id: findId(context, 'artist', slug), position }
    context.write('course_teacher', ['course_id', 'artist_id'], link)
  }
}

function writePackages({ write }: ImportContext, course: Course): void {
  for (const [position, offer] of course.packages.entries()) {
    write('course_package', ['id'], {
      id: offer.id,
      course_id: course.id,
      name: toName(offer.name),
      class_hours: offer.class_hours,
      permanent: toFlag(offer.permanent),
      price_fen: toFen(offer.price),
      position,
      published: 1,
    })
  }
}

function writeDates(context: ImportContext, course: Course): void {
  for (const date of course.dates) {
    const starts = readTime(context, date.starts)
    // Keeps bookings since the last import.
    context.write(
      'course_date',
      ['id'],
      {
        id: date.id,
        course_id: course.id,
        hall_id: findId(context, 'hall', date.hall),
        teacher_id: findId(context, 'artist', date.teacher),
        starts_at: starts,
        ends_at: starts + date.minutes * MINUTE,
        places: date.places,
        held: 0,
        booked: date.booked,
        booked_before: date.booked,
        cancelled: toFlag(date.cancelled),
        published: 1,
      },
      { held: { kind: 'keep' }, booked: { kind: 'add_growth', of: 'booked_before' } },
    )
  }
}

export function writeCourse(context: ImportContext, course: Course): void {
  writeCourseRow(context, course)
  writePackages(context, course)
  writeDates(context, course)
  writeTexts(context, 'course', course, (lang) => ({
    card: {
      subtitle: pickText(course.subtitle, lang),
      image: resolveImage(course.poster, context.media, lang),
    },
    details: {},
  }))
}
