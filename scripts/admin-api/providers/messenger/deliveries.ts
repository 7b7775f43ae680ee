import type { Database } from '../../db/open.ts'
import type { Receipt, SmsPurpose } from './message.ts'

interface AcceptedMessage {
  gateway: string
  /** The gateway's id of the message. */
  id: string
  purpose: SmsPurpose
  /** Epoch ms. */
  sentAt: number
}

/** Retention of deliveries: as long as gateways keep them for inquiries. */
export const DELIVERIES_KEPT_MS = 30 * 24 * 3_600_000

/** Stores the delivery status of messages, without recipients and texts. */
export function createDeliveries(db: Database) {
  return {
    record: ({ gateway, id, purpose, sentAt }: AcceptedMessage): Promise<void> =>
      db.transaction(async (trx) => {
        await trx
          .insertInto('sms_delivery')
          .values({ gateway, message_id: id, purpose, sent_at: sentAt, reported_at: null })
          .onConflict((conflict) => conflict.columns(['gateway', 'message_id']).doNothing())
          .execute()
      }),
    /**
     * Records the delivery receipt of a message, once.
     * @returns the purpose of the message; null for an unknown message or a repeated receipt
     */
    report: (
      gateway: string,
      { id, state, reason }: Receipt,
      now: number,
    ): Promise<string | null> =>
      db.transaction(async (trx) => {
        const reported = await trx
          .updateTable('sms_delivery')
          .set({ state, reason, reported_at: now })
          .where('gateway', '=', gateway)
          .where('message_id', '=', id)
          .where('state', '=', 'accepted')
          .returning('purpose')
          .executeTakeFirst()
        return reported?.purpose ?? null
      }),
    /** Deletes old deliveries. @returns the number of deleted deliveries */
    eraseOld: (now: number): Promise<number> =>
      db.transaction(async (trx) => {
        const until = now - DELIVERIES_KEPT_MS
        const old = trx.deleteFrom('sms_delivery').where('sent_at', '<=', until)
        return Number((await old.executeTakeFirst()).numDeletedRows)
      }),
  }
}
export type Deliveries = ReturnType<typeof createDeliveries>
