import * as v from 'valibot'
import { ApplicationStateSchema } from './availability.ts'
import { memberLine, memberText } from './member-text.ts'
import { MobileSchema } from './mobile.ts'
import {
  CountSchema,
  EmailSchema,
  IdSchema,
  LineSchema,
  RefSchema,
  TimeSchema,
} from './primitives.ts'
import { countWords, MAX_WORDS } from './words.ts'

/** Options of "How did you hear about us?", multiple choice (spec section 3). */
export const HEARD_FROM = [
  'friend',
  'social_media',
  'official_account',
  'website',
  'other',
] as const
export const HeardFromSchema = v.picklist(HEARD_FROM)

const words = v.pipe(
  memberText({ min: 1, max: 4000 }),
  v.check((text) => countWords(text) <= MAX_WORDS, `at most ${MAX_WORDS} words`),
  v.description(`At most ${MAX_WORDS} words; a Chinese character counts as one`),
)

/** Whether the option "other" has the required explanation. */
export function hasSourceNote(form: {
  heard_from: readonly string[]
  heard_from_note: string
}): boolean {
  return !form.heard_from.includes('other') || form.heard_from_note !== ''
}

/** Fields that both application forms share. */
export const applicationFields = {
  line: memberLine({ min: 1, max: 120 }),
  words,
  person: {
    name: memberLine({ min: 1, max: 80 }),
    age: v.pipe(v.number(), v.integer(), v.minValue(3), v.maxValue(120)),
    email: EmailSchema,
    mobile: MobileSchema,
  },
  source: {
    heard_from: v.pipe(
      v.array(HeardFromSchema),
      v.minLength(1),
      v.check((chosen) => new Set(chosen).size === chosen.length, 'each option at most once'),
    ),
    heard_from_note: v.pipe(
      memberLine({ max: 200 }),
      v.description('Required when `heard_from` contains `other`'),
    ),
  },
} as const

export const APPLICATION_STATUSES = [
  'received',
  'in_review',
  'accepted',
  'waitlisted',
  'declined',
  'withdrawn',
] as const
export const ApplicationStatusSchema = v.picklist(APPLICATION_STATUSES)
export type ApplicationStatus = v.InferOutput<typeof ApplicationStatusSchema>

/** A submitted application, as its applicant sees it. */
export const AppliedSchema = v.object({
  id: IdSchema,
  status: ApplicationStatusSchema,
  submitted_at: TimeSchema,
})
export type Applied = v.InferOutput<typeof AppliedSchema>

/** Kinds of items with applications. */
export const APPLICATION_KINDS = ['course', 'activity'] as const

/** An application with its history and the retention of its files, for its applicant. */
export const ApplicationRecordSchema = v.object({
  ...AppliedSchema.entries,
  kind: v.picklist(APPLICATION_KINDS),
  subject: RefSchema,
  events: v.array(v.object({ status: ApplicationStatusSchema, at: TimeSchema })),
  files: v.array(v.object({ upload_id: IdSchema, kind: LineSchema, name: LineSchema })),
  files_deleted_at: v.pipe(
    v.nullable(TimeSchema),
    v.description('When the files will be deleted; null until the decision'),
  ),
  reopened_at: v.pipe(
    v.optional(v.nullable(TimeSchema), null),
    v.description('When staff allowed another application instead of this closed one; else null'),
  ),
})
export type ApplicationRecord = v.InferOutput<typeof ApplicationRecordSchema>

/** Data of an application form. `applied` is null for visitors and before an application is submitted. */
export const ApplyInfoSchema = v.object({
  subject: RefSchema,
  state: ApplicationStateSchema,
  opens_at: TimeSchema,
  closes_at: TimeSchema,
  applied: v.nullable(AppliedSchema),
  max_words: CountSchema,
  heard_from: v.array(v.object({ value: HeardFromSchema, label: LineSchema })),
  server_time: TimeSchema,
})
export type ApplyInfo = v.InferOutput<typeof ApplyInfoSchema>
