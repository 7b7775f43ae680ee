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
  }
}
export type SmsDeliveries = ReturnType<typeof createDeliveries>
