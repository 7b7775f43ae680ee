import * as v from 'valibot'
import { body } from './blocks.ts'
import { image, item, LocalLineSchema, LocalProseSchema, year } from './fields.ts'

export const BusinessCaseFile = v.strictObject({
  ...item,
  title: LocalLineSchema,
  client: LocalLineSchema,
  year,
  summary: LocalProseSchema,
  image,
  body,
})
