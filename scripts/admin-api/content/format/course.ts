import * as v from 'valibot'
import { body } from './blocks.ts'
import {
  application,
  count,
  assignedId,
  item,
  LocalLineSchema,
  LocalProseSchema,
  positive,
  poster,
  slug,
  time,
  yuan,
} from './fields.ts'

export const CourseFile = v.strictObject({
  ...item,
  category: slug,
  title: LocalLineSchema,
  subtitle: LocalLineSchema,
  summary: LocalProseSchema,
  poster,
  level: v.pipe(
    v.picklist(['open', 'beginner', 'intermediate', 'advanced', 'young']),
    v.description('Audience of the course.'),
  ),
  hours: positive,
  featured: v.optional(v.boolean(), false),
  teachers: v.array(slug),
  /** `book`: dates are booked one by one. `apply`: members apply first. */
  admission: v.picklist(['book', 'apply']),
  application: v.optional(application),
  price: yuan,
  /** Price of a date for members; 0 is free of charge. */
  member_price: yuan,
  booking_opens: time,
  packages: v.array(
    v.strictObject({
      id: assignedId,
      name: LocalLineSchema,
      class_hours: positive,
      permanent: v.boolean(),
      price: yuan,
    }),
  ),
  dates: v.array(
    v.strictObject({
      id: assignedId,
      hall: slug,
      starts: time,
      minutes: positive,
      teacher: slug,
      places: positive,
      booked: count,
      cancelled: v.optional(v.boolean(), false),
    }),
  ),
  body,
})
