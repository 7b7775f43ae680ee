import type { Deps } from '../../../deps.ts'
import type { ReadContext } from '../../../modules/read/texts.ts'
import type { MessageData, MessageRecords, QueuedName } from '../../message-data.ts'

export interface LoadContext extends ReadContext {
  deps: Deps
  /** The recipient. */
  userId: number
}

/** Loads the current data of a message; null if the message no longer applies and must not be sent. */
type Loader<K extends QueuedName> = (
  record: MessageRecords[K],
  context: LoadContext,
) => Promise<MessageData[K] | null>

export type Loaders = { [K in QueuedName]: Loader<K> }
