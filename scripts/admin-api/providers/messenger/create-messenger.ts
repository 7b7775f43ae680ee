import type { MessengerConfig } from '../../config.ts'
import type { Database } from '../../db/open.ts'
import { createHttpMessenger } from './http.ts'
import { NO_MESSENGER, type Messenger } from './messenger.ts'
import { createOutboxMessenger } from './outbox.ts'

/** Creates the configured messenger. */
export function createMessenger(config: MessengerConfig, db: Database): Messenger {
  switch (config.provider) {
    case 'http':
      return createHttpMessenger(config)
    case 'outbox':
      return createOutboxMessenger(db)
    case 'none':
      return NO_MESSENGER
  }
}
