import type { Database } from '../../db/open.ts'
import { execute } from '../../db/write.ts'
import type { Receipt, SmsPurpose } from './message.ts'

interface AcceptedMessage {
  gateway: string
  /** The gateway's number of the message. */
  id: string
  purpose: SmsPurpose
  /** Epoch ms. */
  sentAt: number
}

/** How long deliveries are kept: as long as gateways answer questions about them. */
const LIFETIME_MS = 30 * 24 * 3_600_000

/** What became of messages, without their recipients and texts. */
export interface Deliveries {
  record(message: AcceptedMessage): Promise<void>
  /**
   * Records what a gateway reports, once for each message.
   * @returns the purpose of the message; null for one that is unknown, or was reported before
   */
  report(gateway: string, receipt: Receipt, now: number): Promise<string | null>
  /** Deletes old ones. */
  eraseOld(now: number): Promise<void>
}

/** Deliveries that are stored in the database. */
export function createDeliveries(db: Database): Deliveries {
  return {
    async record({ gateway, id, purpose, sentAt }) {
      execute(
        db,
        `INSERT INTO sms_delivery (gateway, message_id, purpose, sent_at) VALUES (?, ?, ?, ?)
         ON CONFLICT DO NOTHING`,
        gateway,
        id,
        purpose,
        sentAt,
      )
    },
    async report(gateway, { id, state, reason }, now) {
      const row = db
        .prepare(
          `UPDATE sms_delivery SET state = ?, reason = ?, reported_at = ?
           WHERE gateway = ? AND message_id = ? AND state = 'accepted' RETURNING purpose`,
        )
        .get(state, reason, now, gateway, id)
      return row ? String(row['purpose']) : null
    },
    async eraseOld(now) {
      execute(db, 'DELETE FROM sms_delivery WHERE sent_at <= ?', now - LIFETIME_MS)
    },
  }
}
