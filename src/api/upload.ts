import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { CountSchema, IdSchema, LineSchema } from './primitives.ts'

/** An upload that was checked and can be used in a form. */
export const UploadSchema = v.object({
  id: IdSchema,
  kind: v.picklist(['resume', 'video', 'avatar']),
  name: LineSchema,
  bytes: CountSchema,
  duration_s: v.pipe(v.nullable(v.number()), v.description('Length of a video in seconds')),
})

export const confirmUpload = defineEndpoint({
  method: 'POST',
  path: '/api/upload/{provider}_callback',
  summary: 'Confirm an upload: the storage provider calls it, its signature is checked',
  login: 'none',
  params: v.object({ provider: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9]{1,31}$/)) }),
  body: v.object({
    ticket: v.pipe(v.string(), v.minLength(16), v.maxLength(2048)),
    key: v.pipe(v.string(), v.minLength(1), v.maxLength(512)),
    bytes: CountSchema,
  }),
  data: UploadSchema,
  codes: [500401, 500402, 500403, 500404, 500405],
})
