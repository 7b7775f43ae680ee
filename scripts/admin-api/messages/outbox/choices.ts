import type { Reader } from '../../db/open.ts'
import type { MessageChannel } from '../message.ts'
import { getMessageKind } from '../message-kinds.ts'
import type { QueuedName } from './records.ts'

/** Reminders by SMS cost the venue money and repeat the mail: only those who want them get them. */
const isOnByDefault = (channel: MessageChannel): boolean => channel !== 'sms'

/** Whether a member gets a kind of message by a channel. What concerns orders and the account always comes. */
export async function isSwitchedOn(
  db: Reader,
  { userId, kind, channel }: { userId: number; kind: QueuedName; channel: MessageChannel },
): Promise<boolean> {
  if (!getMessageKind(kind).isOptional) return true
  const chosen = await db
    .selectFrom('message_choice')
    .select('is_on')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('channel', '=', channel)
    .executeTakeFirst()
  return chosen === undefined ? isOnByDefault(channel) : chosen.is_on === 1
}
