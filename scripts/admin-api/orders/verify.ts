import type { DataOf, BodyOf } from '#api/index.ts'
import type { Locale } from '#api/language.ts'
import type { Deps } from '../deps.ts'
import { lockAccount } from '../db/locks.ts'
import type { Reader, Transaction } from '../db/open.ts'
import { countRows, hasRows } from '../db/rows.ts'
import { BusinessError } from '../errors.ts'
import { formatTime } from '../venue-time.ts'
import { hash } from '../security/hash.ts'
import { findPlace, loadPlaces, pickName } from '../modules/read/names.ts'
import { DOOR_OPENS_MS, UNDO_MS } from './limits.ts'
import { logOrder } from './log.ts'
import { isPaid, lockOrder } from './orders.ts'
import { readItemName } from './read-item-name.ts'
import { decodeTicketCode } from './ticket-code.ts'
import { selectItemTexts, type ReadContext } from '../modules/read/texts.ts'
import { DAY, MINUTE } from '../../lib/durations.ts'

type VerifyResult = DataOf<'POST /api/order/verify'>

const MAX_UNKNOWN_SCANS_PER_MINUTE = 30

/** A ticket with the data for its admission check. */
const findTicket = (db: Reader, serial: string, lang: Locale) =>
  db
    .selectFrom('ticket')
    .innerJoin('show', 'show.id', 'ticket.show_id')
    .innerJoin('tier', 'tier.id', 'ticket.tier_id')
    .leftJoin(selectItemTexts('performance', lang), 'text.item_id', 'show.performance_id')
    .selectAll('ticket')
    .select(['show.starts_at', 'show.ends_at', 'show.hall_id', 'show.cancelled', 'text.title'])
    .select('tier.name as tier_name')
    .where('ticket.serial', '=', serial)
    .executeTakeFirst()
type DoorTicket = NonNullable<Awaited<ReturnType<typeof findTicket>>>

/**
 * @throws BusinessError 500502 for accounts without permission to verify tickets; outside production with the
 *   command that grants it
 */
export async function requireVerifier({ config }: Deps, db: Reader, userId: number): Promise<void> {
  if (await hasRows(db.selectFrom('verify_grant').where('user_id', '=', userId))) return
  const users = db.selectFrom('user').select('mobile').where('id', '=', userId)
  const { mobile } = await users.executeTakeFirstOrThrow()
  const grant_command =
    config.mode === 'production' ? null : `npm run admin -- grant verify ${mobile}`
  throw new BusinessError(500502, { grant_command }, 'no right to verify tickets')
}

/** Finds an unpaid performance order whose number was scanned instead of a ticket. */
const findUnpaidOrder = (db: Reader, code: string) =>
  db
    .selectFrom('order')
    .select('performance_id')
    .where('order_no', '=', code.trim().toUpperCase())
    .where('type', '=', 'performance')
    .where('status', '=', 'pending')
    .executeTakeFirst()

/** Limits scans of unknown codes, against guessing. */
async function checkScanRate(db: Reader, userId: number, now: number): Promise<void> {
  const unknown = db
    .selectFrom('scan')
    .where('user_id', '=', userId)
    .where('at', '>', now - MINUTE)
    .where('result', '=', 'unknown')
  if ((await countRows(unknown)) < MAX_UNKNOWN_SCANS_PER_MINUTE) return
  const times = { retry_at: formatTime(now + MINUTE), server_time: formatTime(now) }
  throw new BusinessError(500201, times)
}

const isAdmissionOpen = ({ starts_at, ends_at }: DoorTicket, now: number) =>
  now >= starts_at - DOOR_OPENS_MS && now <= ends_at

type Scan = ReadContext & { body: BodyOf<'POST /api/order/verify'>; userId: number }

type Admission =
  | { result: Exclude<VerifyResult['result'], 'unknown' | 'not_paid'>; ticket: DoorTicket }
  | { result: 'not_paid'; performanceId: number }
  | { result: 'unknown' }

/** Marks a valid ticket as used, or returns the reason for refusal. */
async function admit(
  trx: Transaction,
  { secrets }: Deps,
  { body, lang, now }: Scan,
): Promise<Admission> {
  const code = decodeTicketCode(secrets, body.code)
  if (!code) {
    const unpaid = await findUnpaidOrder(trx, body.code)
    if (!unpaid) return { result: 'unknown' }
    return { result: 'not_paid', performanceId: unpaid.performance_id ?? 0 }
  }
  const ticket = await findTicket(trx, code.serial, lang)
  if (ticket?.version !== code.version) return { result: 'unknown' }
  const isValid = ticket.state === 'valid'
  // Content can cancel a show before its orders are refunded.
  if (ticket.state === 'void' || (isValid && ticket.cancelled === 1)) {
    return { result: 'void', ticket }
  }
  const isOtherShow = body.show_id !== undefined && body.show_id !== ticket.show_id
  if (isOtherShow || (isValid && !isAdmissionOpen(ticket, now))) {
    return { result: 'wrong_day', ticket }
  }
  const { numUpdatedRows } = await trx
    .updateTable('ticket')
    .set({ state: 'used', used_at: now })
    .where('id', '=', ticket.id)
    .where('state', '=', 'valid')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return refuseScan(trx, ticket)
  await logOrder(trx, ticket.order_id, 'verified', now, { ticket: ticket.id })
  return { result: 'admitted', ticket }
}

/** The refusal of a ticket that is already used, or was used or voided concurrently. */
async function refuseScan(trx: Transaction, ticket: DoorTicket): Promise<Admission> {
  const { state, used_at } = await trx
    .selectFrom('ticket')
    .select(['state', 'used_at'])
    .where('id', '=', ticket.id)
    .executeTakeFirstOrThrow()
  return state === 'void'
    ? { result: 'void', ticket }
    : { result: 'already_used', ticket: { ...ticket, used_at } }
}

async function describeResult(db: Reader, admission: Admission, scan: Scan): Promise<VerifyResult> {
  if (admission.result === 'unknown') return { result: 'unknown' }
  if (admission.result === 'not_paid') {
    const item = { kind: 'performance', id: admission.performanceId } as const
    const { title } = await readItemName(db, item, scan.lang)
    return { result: 'not_paid', title }
  }
  const { result, ticket } = admission
  const title = ticket.title ?? '—'
  const starts_at = formatTime(ticket.starts_at)
  if (result === 'void') return { result, title }
  if (result === 'wrong_day') return { result, starts_at, title }
  if (result === 'already_used') {
    return { result, used_at: formatTime(ticket.used_at ?? scan.now), title }
  }
  const places = await loadPlaces(db, scan.lang)
  return {
    result,
    ticket: {
      id: ticket.id,
      tier: pickName(ticket.tier_name, scan.lang),
      code: scan.body.code,
      state: 'used',
      used_at: formatTime(scan.now),
      refund_fen: null,
    },
    title,
    starts_at,
    place: findPlace(places, ticket.hall_id),
  }
}

/**
 * Verifies a ticket at the door. The same nonce returns the same result, so that a retry after a lost
 * response never reports "already used" (as pretix's check-in API does).
 * @throws BusinessError 500105 for a different code under a used nonce
 */
export function verifyTicket(deps: Deps, scan: Scan): Promise<VerifyResult> {
  const { userId, now, body } = scan
  return deps.db.transaction(async (trx) => {
    await requireVerifier(deps, trx, userId)
    // Serialises repeated scans and guesses of the verifier.
    await lockAccount(trx, userId)
    const codeHash = hash(body.code)
    const first = await trx
      .selectFrom('scan')
      .select(['answer', 'code_hash'])
      .where('user_id', '=', userId)
      .where('nonce', '=', body.nonce)
      .executeTakeFirst()
    if (first) {
      // A different code under a used nonce would get the result of the first code.
      if (first.code_hash !== codeHash) throw new BusinessError(500105)
      return JSON.parse(first.answer) as VerifyResult
    }
    await checkScanRate(trx, userId, now)
    const admission = await admit(trx, deps, scan)
    const result = await describeResult(trx, admission, scan)
    await trx
      .insertInto('scan')
      .values({
        ticket_id: 'ticket' in admission ? admission.ticket.id : null,
        nonce: body.nonce,
        code_hash: codeHash,
        user_id: userId,
        result: admission.result,
        answer: JSON.stringify(result),
        at: now,
      })
      .execute()
    return result
  })
}

/**
 * Undoes an admission by the same verifier within `UNDO_MS`; both scans stay logged. A ticket whose order was
 * refunded in the meantime is void. A call that is repeated after a lost response succeeds again.
 */
export function undoVerify(
  deps: Deps,
  { userId, nonce, now }: { userId: number; nonce: string; now: number },
): Promise<boolean> {
  return deps.db.transaction(async (trx) => {
    await requireVerifier(deps, trx, userId)
    await lockAccount(trx, userId)
    const scan = await trx
      .selectFrom('scan')
      .innerJoin('ticket', 'ticket.id', 'scan.ticket_id')
      .select(['scan.id', 'ticket.id as ticketId', 'order_id as orderId', 'at', 'undone_at'])
      .where('user_id', '=', userId)
      .where('nonce', '=', nonce)
      .where('result', '=', 'admitted')
      .executeTakeFirst()
    if (!scan) return false
    if (scan.undone_at !== null) return true
    if (scan.at <= now - UNDO_MS) return false
    await trx.updateTable('scan').set({ undone_at: now }).where('id', '=', scan.id).execute()
    // Staff may have refunded the order since the admission.
    const order = await lockOrder(trx, scan.orderId)
    await trx
      .updateTable('ticket')
      .set({ state: isPaid(order) ? 'valid' : 'void', used_at: null })
      .where('id', '=', scan.ticketId)
      .execute()
    await logOrder(trx, order.id, 'verify_undone', now, { ticket: scan.ticketId })
    return true
  })
}

/** Shows that are open for admission or start within 24 hours, with sold and admitted counts. */
export async function listDoorShows({ db }: Deps, lang: Locale, now: number) {
  const shows = await db.query
    .selectFrom('show')
    .innerJoin(selectItemTexts('performance', lang), 'text.item_id', 'show.performance_id')
    .select(['show.id', 'show.starts_at', 'show.hall_id', 'show.published', 'text.title'])
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
    .where('show.starts_at', '<', now + DAY)
    .where('show.ends_at', '>', now)
    .where('show.cancelled', '=', 0)
    .orderBy('show.starts_at')
    .execute()
  const places = await loadPlaces(db.query, lang)
  // Of shows that were removed from the content, only those with guests.
  const expected = shows.filter(({ published, sold }) => published === 1 || Number(sold) > 0)
  return expected.map((show) => ({
    show_id: show.id,
    title: show.title,
    starts_at: formatTime(show.starts_at),
    place: findPlace(places, show.hall_id),
    sold: Number(show.sold),
    entered: Number(show.entered),
  }))
}
