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

export const ActivityFile = v.strictObject({
  ...item,
  title: LocalLineSchema,
  subtitle: LocalLineSchema,
  summary: LocalProseSchema,
  poster,
  price: yuan,
  places: positive,
  taken: count,
  application,
  dates: v.pipe(
    v.array(v.strictObject({ id: assignedId, hall: slug, starts: time, minutes: positive })),
    v.minLength(1),
  ),
  body,
})
