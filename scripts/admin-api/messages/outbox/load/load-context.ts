import type { Locale } from '#api/language.ts'
import type { Deps } from '../../../deps.ts'
import type { MessageData } from '../../message-data.ts'
import type { MessageRecords, QueuedName } from '../records.ts'

export interface LoadContext {
  deps: Deps
  /** The recipient. */
  userId: number
  lang: Locale
  /** Epoch ms. */
  now: number
}

/** Loads the current data of a message; null if the message no longer applies and must not be sent. */
type Loader<K extends QueuedName> = (
  record: MessageRecords[K],
  context: LoadContext,
) => Promise<MessageData[K] | null>

export type Loaders = { [K in QueuedName]: Loader<K> }
