import type { DataOf, BodyOf } from '#api/index.ts'
import type { Locale } from '#api/language.ts'
import type { Deps } from '../app.ts'
import type { Database } from '../db/open.ts'
import { all, execute } from '../db/write.ts'
import { BusinessError } from '../errors.ts'
import { formatTime, MINUTE } from '../venue-time.ts'
import { hash } from '../security/hash.ts'
import { findPlace, loadPlaces, pickName } from '../modules/read/names.ts'
import { DOOR_OPENS_MS, UNDO_MS } from './limits.ts'
import { logOrder } from './log.ts'
import { insertRow } from './orders.ts'
import { readTicketCode } from './ticket-code.ts'

type Answer = DataOf<'POST /api/order/verify'>

const BAD_SCANS_A_MINUTE = 30

/** Everything about a ticket that the door needs to know. */
function findTicket(db: Database, serial: string, lang: Locale) {
  const query = db.query
    .selectFrom('ticket')
    .innerJoin('show', 'show.id', 'ticket.show_id')
    .innerJoin('tier', 'tier.id', 'ticket.tier_id')
    .innerJoin('order', 'order.id', 'ticket.order_id')
    .leftJoin('content_text as text', (join) =>
      join
        .onRef('text.item_id', '=', 'show.performance_id')
        .on('text.kind', '=', 'performance')
        .on('text.lang', '=', lang),
    )
    .selectAll('ticket')
    .select(['show.starts_at', 'show.ends_at', 'show.hall_id', 'text.title'])
    .select(['tier.name as tier_name', 'order.status as order_status'])
    .where('ticket.serial', '=', serial)
  return all(db, query)[0]
}
type DoorTicket = NonNullable<ReturnType<typeof findTicket>>

/** @throws BusinessError 500502 for accounts without the right to verify */
export function requireVerifier(db: Database, userId: number): void {
  const grant = db.prepare('SELECT 1 FROM verify_grant WHERE user_id = ?').get(userId)
  if (!grant) throw new BusinessError(500502, null, 'no right to verify tickets')
}

/** Guessing codes at the door is slowed down (anchors: reliability B3). */
function checkPace(db: Database, userId: number, now: number): void {
  const row = db
    .prepare("SELECT count(*) AS n FROM scan WHERE user_id = ? AND at > ? AND result = 'unknown'")
    .get(userId, now - MINUTE)
  if (Number(row?.['n']) < BAD_SCANS_A_MINUTE) return
  const times = { retry_at: formatTime(now + MINUTE), server_time: formatTime(now) }
  throw new BusinessError(500201, times)
}

const isItsTime = ({ starts_at, ends_at }: DoorTicket, now: number) =>
  now >= starts_at - DOOR_OPENS_MS && now <= ends_at

interface Scan {
  body: BodyOf<'POST /api/order/verify'>
  userId: number
  lang: Locale
  now: number
}

type Judgement = { result: Answer['result']; ticket?: DoorTicket }

/** Whether a ticket lets in, the reasons against it first. Flips it in the same step. */
function admit({ db, secrets }: Deps, { body, lang, now }: Scan): Judgement {
  const code = readTicketCode(secrets, body.code)
  const ticket = code && findTicket(db, code.serial, lang)
  if (!code || !ticket || ticket.version !== code.version) return { result: 'unknown' }
  if (ticket.state === 'void') return { result: 'void', ticket }
  if (body.show_id !== undefined && body.show_id !== ticket.show_id) {
    return { result: 'wrong_day', ticket }
  }
  if (ticket.state === 'valid' && !isItsTime(ticket, now)) return { result: 'wrong_day', ticket }
  const { changes } = db
    .prepare("UPDATE ticket SET state = 'used', used_at = ? WHERE id = ? AND state = 'valid'")
    .run(now, ticket.id)
  if (changes === 0) return { result: 'already_used', ticket }
  logOrder(db, ticket.order_id, 'verified', now, { ticket: ticket.id })
  return { result: 'admitted', ticket }
}

async function writeAnswer(deps: Deps, judgement: Judgement, scan: Scan): Promise<Answer> {
  const { result, ticket } = judgement
  if (!ticket || result === 'unknown' || result === 'not_paid') return { result: 'unknown' }
  const title = ticket.title ?? '—'
  const starts_at = formatTime(ticket.starts_at)
  if (result === 'void') return { result, title }
  if (result === 'wrong_day') return { result, starts_at, title }
  if (result === 'already_used') {
    return { result, used_at: formatTime(ticket.used_at ?? scan.now), title }
  }
  const places = await loadPlaces(deps.db, scan.lang)
  return {
    result,
    ticket: {
      id: ticket.id,
      tier: pickName(ticket.tier_name, scan.lang),
      code: scan.body.code,
      state: 'used',
      used_at: formatTime(scan.now),
    },
    title,
    starts_at,
    place: findPlace(places, ticket.hall_id),
  }
}

/**
 * Verifies a ticket at the door. The same nonce gets the same answer: a retry after a lost answer
 * never reads "already used" (anchors: pretix's check-in, reliability B1 to B5).
 * @throws BusinessError 500105 for another code under a nonce that was used
 */
export async function verifyTicket(deps: Deps, scan: Scan): Promise<Answer> {
  const { db } = deps
  const { userId, now, body } = scan
  requireVerifier(db, userId)
  const codeHash = hash(body.code)
  const known = db.prepare('SELECT answer, code_hash FROM scan WHERE user_id = ? AND nonce = ?')
  const first = known.get(userId, body.nonce)
  if (first) {
    // Another code under a used nonce would be admitted by the answer of the first.
    if (first['code_hash'] !== codeHash) throw new BusinessError(500105)
    return JSON.parse(String(first['answer'])) as Answer
  }
  checkPace(db, userId, now)
  const judgement = db.transact(() => {
    const judged = admit(deps, scan)
    insertRow(db, 'scan', {
      ticket_id: judged.ticket?.id ?? null,
      nonce: body.nonce,
      code_hash: codeHash,
      user_id: userId,
      result: judged.result,
      answer: '{}',
      at: now,
      undone_at: null,
    })
    return judged
  })
  const answer = await writeAnswer(deps, judgement, scan)
  const sql = 'UPDATE scan SET answer = ? WHERE user_id = ? AND nonce = ?'
  execute(db, sql, JSON.stringify(answer), userId, body.nonce)
  return answer
}

/** Takes an admission of one's own back, within five minutes; both stay written down. */
export function undoVerify(
  { db }: Deps,
  scan: { userId: number; nonce: string; now: number },
): boolean {
  const { userId, nonce, now } = scan
  requireVerifier(db, userId)
  return db.transact(() => {
    const row = db
      .prepare(
        `UPDATE scan SET undone_at = ? WHERE user_id = ? AND nonce = ? AND result = 'admitted'
          AND undone_at IS NULL AND at > ? RETURNING ticket_id`,
      )
      .get(now, userId, nonce, now - UNDO_MS)
    if (!row) return false
    const ticketId = Number(row['ticket_id'])
    execute(db, "UPDATE ticket SET state = 'valid', used_at = NULL WHERE id = ?", ticketId)
    const order = db.prepare('SELECT order_id FROM ticket WHERE id = ?').get(ticketId)
    logOrder(db, Number(order?.['order_id']), 'verify_undone', now, { ticket: ticketId })
    return true
  })
}

/** Shows whose door is open or opens today, with how many are expected and inside. */
export async function listDoorShows({ db }: Deps, lang: Locale, now: number) {
  const query = db.query
    .selectFrom('show')
    .innerJoin('content_text as text', (join) =>
      join
        .onRef('text.item_id', '=', 'show.performance_id')
        .on('text.kind', '=', 'performance')
        .on('text.lang', '=', lang),
    )
    .select(['show.id', 'show.starts_at', 'show.hall_id', 'text.title'])
    .select(({ selectFrom }) => [
      selectFrom('ticket')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('ticket.show_id', '=', 'show.id')
        .where('ticket.state', '<>', 'void')
        .as('sold'),
      selectFrom('ticket')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('ticket.show_id', '=', 'show.id')
        .where('ticket.state', '=', 'used')
        .as('entered'),
    ])
    .where('show.starts_at', '<', now + 24 * 60 * MINUTE)
    .where('show.ends_at', '>', now)
    .where('show.cancelled', '=', 0)
    .orderBy('show.starts_at')
  const places = await loadPlaces(db, lang)
  return all(db, query).map((show) => ({
    show_id: show.id,
    title: show.title,
    starts_at: formatTime(show.starts_at),
    place: findPlace(places, show.hall_id),
    sold: Number(show.sold),
    entered: Number(show.entered),
  }))
}
