import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { CountSchema, IdSchema, LineSchema, MediaUrlSchema, TimeSchema } from './primitives.ts'
import { ProviderSchema } from './sign-in.ts'

/** Kinds of uploads: a resume (PDF), an audition video, a photo of the member. */
export const UPLOAD_KINDS = ['resume', 'video', 'avatar'] as const
export const UploadKindSchema = v.picklist(UPLOAD_KINDS)
export type UploadKind = v.InferOutput<typeof UploadKindSchema>

/** Upload settings: the provider, its address, and limits in bytes and seconds. */
export const UploadInfoSchema = v.object({
  provider: ProviderSchema,
  endpoint: MediaUrlSchema,
  resume_max_bytes: CountSchema,
  video_max_bytes: CountSchema,
  video_max_s: CountSchema,
  avatar_max_bytes: CountSchema,
})
export type UploadInfo = v.InferOutput<typeof UploadInfoSchema>

/** A checked upload that can be used in a form. */
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

export const createUpload = defineEndpoint('POST', '/api/upload/ticket', {
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
})

export const confirmUpload = defineEndpoint('POST', '/api/upload/{provider}_callback', {
  login: 'none',
  params: v.object({ provider: ProviderSchema }),
  body: v.object({
    ticket,
    key: v.pipe(v.string(), v.minLength(1), v.maxLength(512)),
    bytes: CountSchema,
  }),
  data: UploadSchema,
})

export const completeUpload = defineEndpoint('POST', '/api/upload/complete', {
  login: 'required',
  body: v.object({ upload_id: IdSchema, ticket }),
  data: UploadSchema,
})

export const discardUpload = defineEndpoint('POST', '/api/upload/discard', {
  login: 'required',
  body: v.object({ upload_id: IdSchema }),
  data: v.object({}),
})

export const getUploadLink = defineEndpoint('POST', '/api/upload/link', {
  login: 'required',
  body: v.object({ upload_id: IdSchema }),
  data: v.object({ url: MediaUrlSchema, expires_at: TimeSchema }),
})
