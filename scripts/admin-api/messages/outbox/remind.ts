import { setImmediate } from 'node:timers/promises'
import type { Database, Reader } from '../../db/open.ts'
import { readSetting, writeSetting } from '../../db/settings.ts'
import { getDay, readClock, readDay } from '../../venue-time.ts'
import { queueMessage, type NewMessage } from './queue-message.ts'
import { DAY } from '../../../lib/durations.ts'

/** Venue time from which reminders are sent; later if the server was down. */
const REMIND_FROM = '10:00'
/** Venue time after which the reminders of the day are not sent. */
const REMIND_UNTIL = '21:00'
/** How long before its end members are reminded of a membership. */
const ENDING_NOTICE_MS = 14 * DAY
/** Reminders per transaction; short transactions let payments through. */
const BATCH = 50

/**
 * Lists paid orders for dates that start in [from, to). Orders paid at or after `paidBefore` need no
 * reminder.
 */
function listOrders(
  db: Reader,
  { from, to, paidBefore }: { from: number; to: number; paidBefore: number },
) {
  const selectDates = (table: 'show' | 'course_date') =>
    db
      .selectFrom(table)
      .select('id')
      .where('starts_at', '>=', from)
      .where('starts_at', '<', to)
      .where('cancelled', '=', 0)
  return (
    db
      .selectFrom('order')
      .select(['id', 'user_id', 'show_id'])
      .where('status', '=', 'paid')
      .where('paid_at', '<', paidBefore)
      // A join would scan all orders on SQLite; this finds those of a date by an index.
      .where(({ eb, or }) =>
        or([
          eb('show_id', 'in', selectDates('show')),
          eb('course_date_id', 'in', selectDates('course_date')),
        ]),
      )
      .orderBy('id')
      .execute()
  )
}

/** Ends of memberships without a renewal that end soon, by member. */
const listEnding = (db: Reader, now: number) =>
  db
    .selectFrom('membership')
    .select(({ fn }) => ['user_id', fn.max<number>('until_at').as('until')])
    .where('revoked', '=', 0)
    .where('until_at', '>', now)
    .groupBy('user_id')
    .having(({ eb, fn }) => eb(fn.max('until_at'), '<=', now + ENDING_NOTICE_MS))
    .orderBy('user_id')
    .execute()

async function listReminders(db: Reader, remindFrom: number, now: number): Promise<NewMessage[]> {
  const tomorrow = getDay(now).add({ days: 1 })
  const day = tomorrow.toString()
  const period = {
    from: readDay(day),
    to: readDay(tomorrow.add({ days: 1 }).toString()),
    paidBefore: remindFrom,
  }
  const [orders, memberships] = [await listOrders(db, period), await listEnding(db, now)]
  return [
    ...orders.map(({ id, user_id: userId, show_id: showId }): NewMessage => ({
      kind: showId === null ? 'course_reminder' : 'show_reminder',
      record: { orderId: id },
      userId,
      event: `order ${id} reminder ${day}`,
      subject: { type: 'order', id },
      now,
    })),
    ...memberships.map(({ user_id: userId, until }): NewMessage => ({
      kind: 'membership_ending',
      record: { until },
      userId,
      event: `membership ${userId} until ${until}`,
      subject: null,
      now,
    })),
  ]
}

/**
 * Queues the reminders of a day, once a day: of shows and course dates tomorrow (venue time), and of
 * memberships that end soon. A run that was killed is repeated; events are unique, so nothing is sent twice.
 * @param now epoch ms
 */
export async function queueReminders(db: Database, now: number): Promise<void> {
  const today = getDay(now)
  const remindFrom = readClock(today, REMIND_FROM)
  if (now < remindFrom || now >= readClock(today, REMIND_UNTIL)) return
  if ((await readSetting(db.query, 'reminded_day')) === today.toString()) return
  const reminders = await listReminders(db.query, remindFrom, now)
  for (let done = 0; done < reminders.length; done += BATCH) {
    const batch = reminders.slice(done, done + BATCH)
    await db.transaction(async (trx) => {
      for (const message of batch) await queueMessage(trx, message)
    })
    await setImmediate()
  }
  await db.transaction((trx) => writeSetting(trx, 'reminded_day', today.toString()))
}
