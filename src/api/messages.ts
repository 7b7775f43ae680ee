import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { OrderNumberSchema } from './order.ts'
import { createPageSchema, PagingBodySchema } from './paging.ts'
import { IdSchema, LineSchema, LocaleSchema, TextSchema, TimeSchema } from './primitives.ts'

/** Messages that members can switch off; messages about orders and the account are always sent. */
export const OptionalMessageSchema = v.picklist([
  'show_reminder',
  'course_reminder',
  'membership_ending',
])
export type OptionalMessage = v.InferOutput<typeof OptionalMessageSchema>

/** Channels of a message besides the account. */
export const SentChannelSchema = v.picklist(['mail', 'sms'])
export type SentChannel = v.InferOutput<typeof SentChannelSchema>

/** A message in the account, with its deliveries by other channels. */
const MemberMessageSchema = v.object({
  id: IdSchema,
  title: LineSchema,
  summary: TextSchema,
  at: TimeSchema,
  order_no: v.pipe(v.nullable(OrderNumberSchema), v.description('Order of the message')),
  application_id: v.pipe(v.nullable(IdSchema), v.description('Application of the message')),
  sent: v.array(
    v.object({
      channel: SentChannelSchema,
      state: v.picklist(['waiting', 'sent', 'failed']),
      at: v.pipe(v.nullable(TimeSchema), v.description('When it was sent')),
    }),
  ),
})
export type MemberMessage = v.InferOutput<typeof MemberMessageSchema>

export const listMessages = defineEndpoint('POST', '/api/account/messages', {
  login: 'required',
  body: PagingBodySchema,
  data: createPageSchema(MemberMessageSchema),
})

const ChoiceSchema = v.object({
  message: OptionalMessageSchema,
  channel: SentChannelSchema,
  is_on: v.boolean(),
})

/** Language of messages, and whether each optional message is on, by channel. */
const MessageSettingsSchema = v.object({
  lang: LocaleSchema,
  choices: v.array(ChoiceSchema),
})
export type MessageSettings = v.InferOutput<typeof MessageSettingsSchema>

export const getMessageSettings = defineEndpoint('GET', '/api/account/message_settings', {
  login: 'required',
  data: MessageSettingsSchema,
})

export const saveMessageSettings = defineEndpoint('POST', '/api/account/message_settings', {
  login: 'required',
  body: v.object({
    lang: v.optional(LocaleSchema),
    choices: v.optional(v.pipe(v.array(ChoiceSchema), v.maxLength(20))),
  }),
  data: MessageSettingsSchema,
})
