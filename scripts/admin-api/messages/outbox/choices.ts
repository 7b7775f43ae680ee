import type { BodyOf } from '#api/index.ts'
import { LOCALES } from '#api/language.ts'
import {
  OptionalMessageSchema,
  SentChannelSchema,
  type MessageSettings,
  type OptionalMessage,
  type SentChannel,
} from '#api/messages.ts'
import type { Reader, Transaction } from '../../db/open.ts'
import type { MessageChannel } from '../message.ts'
import { isOptional, listChannels } from '../message-kinds.ts'
import type { QueuedName } from '../message-data.ts'

/** Whether a member receives a kind of message by a channel; mandatory messages are always on. */
export async function isSwitchedOn(
  db: Reader,
  { userId, kind, channel }: { userId: number; kind: QueuedName; channel: MessageChannel },
): Promise<boolean> {
  if (!isOptional(kind)) return true
  const chosen = await db
    .selectFrom('message_choice')
    .select('is_on')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('channel', '=', channel)
    .executeTakeFirst()
  // SMS are opt-in: they cost money and repeat the mail.
  return chosen === undefined ? channel !== 'sms' : chosen.is_on === 1
}

/** The available choices: each optional message by each of its channels. */
const CHOICES = OptionalMessageSchema.options.flatMap((message) =>
  SentChannelSchema.options
    .filter((channel) => listChannels(message).includes(channel))
    .map((channel) => ({ message, channel })),
)

/** A member's message preferences and language. */
export async function loadMessageSettings(db: Reader, userId: number): Promise<MessageSettings> {
  const user = await db
    .selectFrom('user')
    .select('lang')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const choices = await Promise.all(
    CHOICES.map(async ({ message, channel }) => ({
      message,
      channel,
      is_on: await isSwitchedOn(db, { userId, kind: message, channel }),
    })),
  )
  return { lang: user.lang ?? LOCALES[0], choices }
}

interface Choice {
  userId: number
  message: OptionalMessage
  channel: SentChannel
  isOn: boolean
  now: number
}

/** Switches a kind of message on or off by a channel. This also applies to queued messages. */
export async function writeChoice(
  trx: Transaction,
  { userId, message, channel, isOn, now }: Choice,
): Promise<void> {
  const values = { is_on: isOn ? (1 as const) : (0 as const), changed_at: now }
  await trx
    .insertInto('message_choice')
    .values({ user_id: userId, kind: message, channel, ...values })
    .onConflict((row) => row.columns(['user_id', 'kind', 'channel']).doUpdateSet(values))
    .execute()
}

/** Saves the given settings; omitted ones are unchanged. */
export async function saveMessageSettings(
  trx: Transaction,
  userId: number,
  { lang, choices = [] }: BodyOf<'POST /api/account/message_settings'>,
  now: number,
): Promise<void> {
  if (lang !== undefined) {
    await trx.updateTable('user').set({ lang }).where('id', '=', userId).execute()
  }
  for (const { message, channel, is_on: isOn } of choices) {
    await writeChoice(trx, { userId, message, channel, isOn, now })
  }
}
