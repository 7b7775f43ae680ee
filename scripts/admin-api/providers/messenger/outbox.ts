import type { Database } from '../../db/open.ts'
import type { Messenger } from './message.ts'

/** Path of the outbox page. */
export const OUTBOX_PATH = '/outbox'
const MAX_STORED = 200

/**
 * Stores messages for the outbox page of a test installation and sends nothing. Codes are stored here
 * only, never in the request log.
 */
export function createOutboxMessenger(db: Database): Messenger {
  return {
    gateways: [],
    canSend: () => true,
    async send({ channel, to, text }, now) {
      await db.transaction(async (trx) => {
        const { id } = await trx
          .insertInto('message')
          .values({ channel, target: to, text, created_at: now })
          .returning('id')
          .executeTakeFirstOrThrow()
        await trx
          .deleteFrom('message')
          .where('id', '<=', id - MAX_STORED)
          .execute()
      })
      return { status: 'accepted' }
    },
  }
}
