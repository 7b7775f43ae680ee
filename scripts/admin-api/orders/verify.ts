import type { DataOf, BodyOf } from '#api/index.ts'
import type { Locale } from '#api/language.ts'
import type { Deps } from '../deps.ts'
import type { Database } from '../db/open.ts'
import { all, execute } from '../db/write.ts'
import { BusinessError } from '../errors.ts'
import { formatTime, MINUTE } from '../venue-time.ts'
import { hash } from '../security/hash.ts'
import { findPlace, loadPlaces, pickName } from '../modules/read/names.ts'
import { DOOR_OPENS_MS, UNDO_MS } from './limits.ts'
import { logOrder } from './log.ts'
import { insertRow } from './orders.ts'
import { readItemName } from './read-item-name.ts'
import { decodeTicketCode } from './ticket-code.ts'

type VerifyResult = DataOf<'POST /api/order/verify'>

const MAX_UNKNOWN_SCANS_PER_MINUTE = 30

/** A ticket with the data for its admission check. */
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

/**
 * @throws BusinessError 500502 for accounts without the right to verify; outside production it names the
 * command that grants it
 */
export function requireVerifier({ db, config }: Deps, userId: number): void {
  const grant = db.prepare('SELECT 1 FROM verify_grant WHERE user_id = ?').get(userId)
  if (grant) return
  const user = db.prepare('SELECT mobile FROM user WHERE id = ?').get(userId)
  const grant_command =
    config.mode === 'production'
      ? null
      : `npm run admin -- grant verify ${String(user?.['mobile'])}`
  throw new BusinessError(500502, { grant_command }, 'no right to verify tickets')
}

/** Finds the unpaid performance order that a visitor shows in place of a ticket. */
function findUnpaidOrder(db: Database, code: string) {
  const query = db.query
    .selectFrom('order')
    .select('performance_id')
    .where('order_no', '=', code.trim().toUpperCase())
    .where('type', '=', 'performance')
    .where('status', '=', 'pending')
  return all(db, query)[0]
}

/** Limits scans of unknown codes, against guessing (anchors: reliability B3). */
function checkScanRate(db: Database, userId: number, now: number): void {
  const row = db
    .prepare("SELECT count(*) AS n FROM scan WHERE user_id = ? AND at > ? AND result = 'unknown'")
    .get(userId, now - MINUTE)
  if (Number(row?.['n']) < MAX_UNKNOWN_SCANS_PER_MINUTE) return
  const times = { retry_at: formatTime(now + MINUTE), server_time: formatTime(now) }
  throw new BusinessError(500201, times)
}

const isAdmissionOpen = ({ starts_at, ends_at }: DoorTicket, now: number) =>
  now >= starts_at - DOOR_OPENS_MS && now <= ends_at

interface Scan {
  body: BodyOf<'POST /api/order/verify'>
  userId: number
  lang: Locale
  now: number
}

type Admission =
  | { result: Exclude<VerifyResult['result'], 'unknown' | 'not_paid'>; ticket: DoorTicket }
  | { result: 'not_paid'; performanceId: number }
  | { result: 'unknown' }

/** Marks a valid ticket as used, or returns the reason for refusal. */
function admit({ db, secrets }: Deps, { body, lang, now }: Scan): Admission {
  const code = decodeTicketCode(secrets, body.code)
  const unpaid = code ? undefined : findUnpaidOrder(db, body.code)
  if (unpaid) return { result: 'not_paid', performanceId: unpaid.performance_id ?? 0 }
  const ticket = code && findTicket(db, code.serial, lang)
  if (!code || !ticket || ticket.version !== code.version) return { result: 'unknown' }
  if (ticket.state === 'void') return { result: 'void', ticket }
  if (body.show_id !== undefined && body.show_id !== ticket.show_id) {
    return { result: 'wrong_day', ticket }
  }
  if (ticket.state === 'valid' && !isAdmissionOpen(ticket, now))
    return { result: 'wrong_day', ticket }
  const { changes } = db
    .prepare("UPDATE ticket SET state = 'used', used_at = ? WHERE id = ? AND state = 'valid'")
    .run(now, ticket.id)
  if (changes === 0) return { result: 'already_used', ticket }
  logOrder(db, ticket.order_id, 'verified', now, { ticket: ticket.id })
  return { result: 'admitted', ticket }
}

async function describeResult(deps: Deps, admission: Admission, scan: Scan): Promise<VerifyResult> {
  if (admission.result === 'unknown') return { result: 'unknown' }
  if (admission.result === 'not_paid') {
    const item = { kind: 'performance', id: admission.performanceId } as const
    return { result: 'not_paid', title: readItemName(deps.db, item, scan.lang).title }
  }
  const { result, ticket } = admission
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
 * Verifies a ticket at the door. The same nonce returns the same result, so that a retry after a lost
 * response never reports "already used" (anchors: pretix's check-in, reliability B1 to B5).
 * @throws BusinessError 500105 for a different code under a used nonce
 */
export async function verifyTicket(deps: Deps, scan: Scan): Promise<VerifyResult> {
  const { db } = deps
  const { userId, now, body } = scan
  requireVerifier(deps, userId)
  const codeHash = hash(body.code)
  const existing = db.prepare('SELECT answer, code_hash FROM scan WHERE user_id = ? AND nonce = ?')
  const first = existing.get(userId, body.nonce)
  if (first) {
    // A different code under a used nonce would get the result of the first code.
    if (first['code_hash'] !== codeHash) throw new BusinessError(500105)
    return JSON.parse(String(first['answer'])) as VerifyResult
  }
  checkScanRate(db, userId, now)
  const admission = db.transact(() => {
    const admitted = admit(deps, scan)
    insertRow(db, 'scan', {
      ticket_id: 'ticket' in admitted ? admitted.ticket.id : null,
      nonce: body.nonce,
      code_hash: codeHash,
      user_id: userId,
      result: admitted.result,
      answer: '{}',
      at: now,
      undone_at: null,
    })
    return admitted
  })
  const verifyResult = await describeResult(deps, admission, scan)
  const sql = 'UPDATE scan SET answer = ? WHERE user_id = ? AND nonce = ?'
  execute(db, sql, JSON.stringify(verifyResult), userId, body.nonce)
  return verifyResult
}

/** Undoes an admission by the same verifier within `UNDO_MS`; both scans stay logged. */
export function undoVerify(
  deps: Deps,
  scan: { userId: number; nonce: string; now: number },
): boolean {
  const { userId, nonce, now } = scan
  requireVerifier(deps, userId)
  const { db } = deps
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

/** Shows that are open for admission or start within 24 hours, with sold and admitted counts. */
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
