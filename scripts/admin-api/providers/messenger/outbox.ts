import type { Database } from '../../db/open.ts'
import { execute } from '../../db/write.ts'
import type { Messenger } from './messenger.ts'

export const OUTBOX_PATH = '/outbox'
const KEPT = 200

/**
 * Sends nothing: keeps messages for the outbox page of a test installation. The log of requests
 * never carries a code; this box is the only place that does.
 */
export function createOutboxMessenger(db: Database): Messenger {
  return {
    outbox: OUTBOX_PATH,
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
        execute(db, 'DELETE FROM message WHERE id <= (SELECT max(id) FROM message) - ?', KEPT)
      })
    },
  }
}
