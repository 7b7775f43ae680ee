import type { Locale } from '#api/language.ts'
import type { Deps } from '../../../deps.ts'
import type { MessageData } from '../../message-data.ts'
import type { MessageRecords, QueuedName } from '../records.ts'

/** What reading a message takes: whose it is, in which language, and the time (epoch ms). */
export interface LoadContext {
  deps: Deps
  userId: number
  lang: Locale
  now: number
}

/**
 * Reads what a message is about, as it is at the moment. Null when the message would say what no longer
 * holds: then it is not sent.
 */
export type Loader<K extends QueuedName> = (
  record: MessageRecords[K],
  context: LoadContext,
) => Promise<MessageData[K] | null>
