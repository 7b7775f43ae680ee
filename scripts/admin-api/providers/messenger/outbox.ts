import type { Database } from '../../db/open.ts'
import { execute } from '../../db/write.ts'
import type { Messenger } from './message.ts'

/** The page of the outbox. */
export const OUTBOX_PATH = '/outbox'
const MAX_STORED = 200

/**
 * Stores messages for the outbox page of a test installation and sends nothing. Codes are stored here
 * only, never in the request log.
 */
export function createOutboxMessenger(db: Database): Messenger {
  return {
    gateways: [],
    outbox: OUTBOX_PATH,
    canSend: () => true,
    async send({ channel, to, text }, now) {
      db.transact(() => {
        execute(
          db,
          'INSERT INTO message (channel, target, text, created_at) VALUES (?, ?, ?, ?)',
          channel,
          to,
          text,
          now,
        )
        execute(db, 'DELETE FROM message WHERE id <= (SELECT max(id) FROM message) - ?', MAX_STORED)
      })
      return { gateway: 'outbox', id: null }
    },
  }
}
