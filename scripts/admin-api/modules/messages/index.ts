import type { BodyOf, DataOf } from '#api/index.ts'
import type { Locale } from '#api/language.ts'
import type { MemberMessage } from '#api/messages.ts'
import { readJson } from '../../db/json.ts'
import type { Reader } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { loadMessageSettings, saveMessageSettings } from '../../messages/outbox/choices.ts'
import type { Handlers } from '../../mount.ts'
import { formatTime } from '../../venue-time.ts'
import { queryPage } from '../read/page.ts'

type ListRequest = BodyOf<'POST /api/account/messages'> & { userId: number; lang: Locale }

/** Messages in the member's account, newest first; messages in the queue are left out. */
const selectOwn = (db: Reader, userId: number) =>
  db
    .selectFrom('member_message as own')
    .leftJoin('order', (join) =>
      join.onRef('order.id', '=', 'own.subject_id').on('own.subject', '=', 'order'),
    )
    .select(['own.id', 'own.event', 'own.lines', 'own.created_at'])
    .select(['own.subject', 'own.subject_id', 'order.order_no'])
    .where('own.user_id', '=', userId)
    .where('own.channel', '=', 'account')
    .where('own.state', '=', 'sent')
    .orderBy('own.id', 'desc')

/** Mails and SMS of the same events, by event; skipped ones are left out. */
async function readDeliveries(db: Reader, userId: number, events: readonly string[]) {
  const rows = await db
    .selectFrom('member_message')
    .select(['event', 'channel', 'state', 'ended_at'])
    .where('user_id', '=', userId)
    .where('event', 'in', events)
    .orderBy('id')
    .execute()
  const deliveries = rows.flatMap(({ event, channel, state, ended_at }) => {
    if (channel === 'account' || state === 'skipped') return []
    const at = state === 'sent' && ended_at !== null ? formatTime(ended_at) : null
    return [{ event, channel, state, at }]
  })
  return Map.groupBy(deliveries, ({ event }) => event)
}

/** A page of a member's messages, newest first, with the channels and times of their delivery. */
async function listOwnMessages(
  db: Reader,
  { userId, lang, ...query }: ListRequest,
): Promise<DataOf<'POST /api/account/messages'>> {
  const { items: rows, ...page } = await queryPage(selectOwn(db, userId), query)
  const deliveries = await readDeliveries(
    db,
    userId,
    rows.map(({ event }) => event),
  )
  const items = rows.flatMap((row): MemberMessage[] => {
    if (row.lines === null) return []
    const { title, summary } = readJson(row.lines)[lang]
    return [
      {
        id: row.id,
        title,
        summary,
        at: formatTime(row.created_at),
        order_no: row.order_no,
        application_id: row.subject === 'application' ? row.subject_id : null,
        sent: (deliveries.get(row.event) ?? []).map(({ channel, state, at }) => ({
          channel,
          state,
          at,
        })),
      },
    ]
  })
  return { ...page, items }
}

export function createMessageHandlers({ db }: Deps) {
  return {
    'POST /api/account/messages': ({ user, body, lang }) =>
      listOwnMessages(db.query, { userId: user.id, lang, ...body }),

    'GET /api/account/message_settings': ({ user }) => loadMessageSettings(db.query, user.id),

    'POST /api/account/message_settings': async ({ user, body, now }) => {
      await db.transaction((trx) => saveMessageSettings(trx, user.id, body, now))
      return loadMessageSettings(db.query, user.id)
    },
  } satisfies Partial<Handlers>
}
