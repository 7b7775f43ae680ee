import type { MessengerConfig } from '../../config.ts'
import type { Database } from '../../db/open.ts'
import { createHttpMessenger } from './http.ts'
import type { Messenger } from './messenger.ts'
import { createOutboxMessenger } from './outbox.ts'

/** The messenger that the configuration names. */
export function createMessenger(config: MessengerConfig, db: Database): Messenger {
  return config.provider === 'http' ? createHttpMessenger(config) : createOutboxMessenger(db)
}
