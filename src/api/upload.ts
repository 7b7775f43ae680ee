import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { CountSchema, IdSchema, LineSchema, MediaUrlSchema, TimeSchema } from './primitives.ts'
import { ProviderSchema } from './sign-in.ts'

/** What members may upload: a resume (PDF), an audition video, a picture of themselves. */
export const UPLOAD_KINDS = ['resume', 'video', 'avatar'] as const
export const UploadKindSchema = v.picklist(UPLOAD_KINDS)
export type UploadKind = v.InferOutput<typeof UploadKindSchema>

/** What uploads of forms need: the provider, its address, and limits in bytes and seconds. */
export const UploadInfoSchema = v.object({
  provider: ProviderSchema,
  endpoint: MediaUrlSchema,
  resume_max_bytes: CountSchema,
  video_max_bytes: CountSchema,
  video_max_s: CountSchema,
  avatar_max_bytes: CountSchema,
})
export type UploadInfo = v.InferOutput<typeof UploadInfoSchema>

/** An upload that was checked and can be used in a form. */
export const UploadSchema = v.object({
  id: IdSchema,
  kind: UploadKindSchema,
  name: LineSchema,
  bytes: CountSchema,
  duration_s: v.pipe(v.nullable(v.number()), v.description('Length of a video in seconds')),
})
export type Upload = v.InferOutput<typeof UploadSchema>

/** Data of refusal 500403 (video too long): its computed length. */
export const VideoTooLongSchema = v.object({ duration_s: v.number(), max_s: CountSchema })

const ticket = v.pipe(v.string(), v.minLength(16), v.maxLength(2048))

export const createUpload = defineEndpoint({
  method: 'POST',
  path: '/api/upload/ticket',
  summary: 'Ask for a one-time ticket to upload one file straight to the storage provider',
  source: 'addition',
  login: 'required',
  body: v.object({
    kind: UploadKindSchema,
    name: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
    bytes: v.pipe(CountSchema, v.minValue(1)),
    mime: v.pipe(v.string(), v.maxLength(120)),
  }),
  data: v.object({
    upload_id: IdSchema,
    endpoint: MediaUrlSchema,
    ticket: v.pipe(ticket, v.description('Sent to the provider in the header `upload-ticket`')),
    expires_at: TimeSchema,
  }),
  codes: [500401, 500402, 500404],
})

export const confirmUpload = defineEndpoint({
  method: 'POST',
  path: '/api/upload/{provider}_callback',
  summary: 'Confirm an upload: the storage provider calls it, its signature is checked',
  login: 'none',
  params: v.object({ provider: ProviderSchema }),
  body: v.object({
    ticket,
    key: v.pipe(v.string(), v.minLength(1), v.maxLength(512)),
    bytes: CountSchema,
  }),
  data: UploadSchema,
  codes: [500401, 500402, 500403, 500404, 500405, 500406, 500407, 500408],
})

export const completeUpload = defineEndpoint({
  method: 'POST',
  path: '/api/upload/complete',
  summary: 'Tell that an upload is done, should the callback of the provider be lost',
  source: 'addition',
  login: 'required',
  body: v.object({ upload_id: IdSchema, ticket }),
  data: UploadSchema,
  codes: [500401, 500402, 500403, 500404, 500405, 500406, 500407, 500408],
})

export const discardUpload = defineEndpoint({
  method: 'POST',
  path: '/api/upload/discard',
  summary: 'Delete an own upload that no application uses',
  source: 'addition',
  login: 'required',
  body: v.object({ upload_id: IdSchema }),
  data: v.object({}),
})

export const getUploadLink = defineEndpoint({
  method: 'POST',
  path: '/api/upload/link',
  summary: 'A link to an own upload that is good for five minutes',
  source: 'addition',
  login: 'required',
  body: v.object({ upload_id: IdSchema }),
  data: v.object({ url: MediaUrlSchema, expires_at: TimeSchema }),
})
