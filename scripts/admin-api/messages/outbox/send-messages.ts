import pLimit from 'p-limit'
import type { Selectable } from 'kysely'
import * as v from 'valibot'
import { LOCALES, mapLocales, type Locale } from '#api/language.ts'
import { OptionalMessageSchema } from '#api/messages.ts'
import { readJson, writeJson } from '../../db/json.ts'
import type { AccountLine, MessageTables } from '../../db/message-tables.ts'
import type { Reader } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { MailError } from '../../providers/mail/mail.ts'
import { MINUTE } from '../../venue-time.ts'
import { composeMessage, composeSms, createContext } from '../compose-message.ts'
import { loadMessageSite } from '../load-site.ts'
import type { MessageChannel, MessageContent, MessageContext } from '../message.ts'
import { isSwitchedOn } from './choices.ts'
import { getLoader } from './load/loaders.ts'
import type { MessageRecords, QueuedName } from './records.ts'
import { createUnsubscribeUrl } from './unsubscribe-token.ts'

export type StoredMessage = Selectable<MessageTables['member_message']>

const BATCH = 50
const CONCURRENT = 2
/**
 * The wait after the first try, doubled after each. A try holds its message for that long: it is more than
 * the time limits of a mail server add up to, so that no two processes send it at once.
 */
const FIRST_WAIT_MS = 2 * MINUTE
const MAX_WAIT_MS = 60 * MINUTE
/** RFC 5321, section 4.5.4.1: mail is tried again for four to five days. */
const GIVE_UP_MS = 4 * 24 * 60 * MINUTE
const HOUR_MS = 60 * MINUTE

const waitAfter = (tries: number): number => Math.min(FIRST_WAIT_MS * 2 ** tries, MAX_WAIT_MS)

/** What became of a try: what was sent, or why nothing is to be sent. */
type Outcome =
  | { state: 'sent'; title: string | null; lines: Record<Locale, AccountLine> | null }
  | { state: 'skipped'; fault: string }

const skip = (fault: string): Outcome => ({ state: 'skipped', fault })
const sent = (title: string): Outcome => ({ state: 'sent', title, lines: null })

/** Texts of the site in each language, read once in a round. */
type ReadContext = (lang: Locale) => Promise<MessageContext>

function createContextReader(deps: Deps): ReadContext {
  const contexts = new Map<Locale, Promise<MessageContext>>()
  return (lang) => {
    const known = contexts.get(lang)
    if (known) return known
    const made = loadMessageSite(deps.db.query, deps, lang).then((site) =>
      createContext(site, lang),
    )
    contexts.set(lang, made)
    return made
  }
}

/** A message that is being sent. */
interface Sending {
  deps: Deps
  row: StoredMessage
  readContext: ReadContext
  now: number
}

const NO_LONGER = 'it no longer applies'

const loadData = <K extends QueuedName>(
  kind: K,
  record: MessageRecords[K],
  { deps, row, now }: Sending,
  lang: Locale,
) => getLoader(kind)(record, { deps, userId: row.user_id, lang, now })

/** What a message says; null when that no longer holds. */
async function compose(sending: Sending, lang: Locale): Promise<MessageContent | null> {
  const { row, readContext } = sending
  const data = await loadData(row.kind, readJson(row.record), sending, lang)
  return data && composeMessage(row.kind, data, await readContext(lang))
}

async function sendMail(sending: Sending): Promise<Outcome> {
  const { deps, row, readContext } = sending
  const { id, kind, lang, target, copies, user_id: userId, created_at: at } = row
  if (deps.config.mail.provider === 'none') return skip('no mail server is set')
  if (target === null) return skip('the member has no e-mail address')
  const context = await readContext(lang)
  const content = await compose(sending, lang)
  if (content === null) return skip(NO_LONGER)
  const unsubscribeUrl = v.is(OptionalMessageSchema, kind)
    ? createUnsubscribeUrl(deps.secrets, context.site.url, { userId, message: kind })
    : null
  const { composeMail } = await import('../mail/compose-mail.ts')
  // The same number at every try: a mail that was accepted before is the same mail.
  const envelope = { id: `message-${id}-${copies}`, to: target, unsubscribeUrl, at }
  await deps.mailer.send(await composeMail(content, context, envelope))
  return sent(content.title)
}

async function sendSms(sending: Sending): Promise<Outcome> {
  const { deps, row, readContext, now } = sending
  const { kind, lang, target } = row
  if (deps.config.messenger.provider === 'none') return skip('no SMS gateway is set')
  if (target === null) return skip('the member has no number')
  const data = await loadData(kind, readJson(row.record), sending, lang)
  const sms = data && composeSms(kind, data, await readContext(lang))
  if (sms === null) return skip(NO_LONGER)
  const message = { channel: 'sms', to: target, lang, attempt: row.tries, ...sms } as const
  if (!deps.messenger.canSend(message)) {
    return skip(`no SMS gateway reaches the number with a template of ${sms.purpose}`)
  }
  await deps.messenger.send(message, now)
  return sent(sms.text)
}

/** The account lists a message as it was at its time, in every language. */
async function listInAccount(sending: Sending): Promise<Outcome> {
  const lines = await Promise.all(
    LOCALES.map(async (lang) => {
      const content = await compose(sending, lang)
      return content && ([lang, { title: content.title, summary: content.summary }] as const)
    }),
  )
  const found = new Map(lines.filter((line) => line !== null))
  if (found.size < LOCALES.length) return skip(NO_LONGER)
  const byLocale = mapLocales((lang) => found.get(lang) ?? { title: '', summary: '' })
  return { state: 'sent', title: byLocale[sending.row.lang].title, lines: byLocale }
}

const SENDERS: Record<MessageChannel, (sending: Sending) => Promise<Outcome>> = {
  mail: sendMail,
  sms: sendSms,
  account: listInAccount,
}

/**
 * Takes a message for one try: by a conditional update, so that of several processes one gets it. A process
 * that is killed leaves it to the next try.
 */
async function claim({ db }: Deps, { id, tries }: StoredMessage, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db.transaction((trx) =>
    trx
      .updateTable('member_message')
      .set({ tries: tries + 1, next_try_at: now + waitAfter(tries) })
      .where('id', '=', id)
      .where('tries', '=', tries)
      .where('next_try_at', '<=', now)
      .executeTakeFirst(),
  )
  return numUpdatedRows > 0n
}

/** The end of a message, unless staff have had it sent again meanwhile. */
async function end(
  { db }: Deps,
  { id, tries }: StoredMessage,
  values: Pick<StoredMessage, 'state' | 'title' | 'lines' | 'fault'>,
  now: number,
): Promise<void> {
  await db.transaction((trx) =>
    trx
      .updateTable('member_message')
      .set({ ...values, next_try_at: null, ended_at: now })
      .where('id', '=', id)
      .where('tries', '=', tries + 1)
      .where('state', '=', 'waiting')
      .execute(),
  )
}

const isRefused = (error: unknown): boolean =>
  error instanceof MailError && (error.fault === 'recipient' || error.fault === 'message')

/** Notes why a message was not sent; the last time it is a matter for staff. */
async function noteFault({ deps, row, now }: Sending, error: unknown): Promise<void> {
  const { id, kind, channel, created_at: createdAt } = row
  const fault = error instanceof Error ? error.message : String(error)
  const entry = { err: error, message: id, kind, channel }
  if (!isRefused(error) && now - createdAt < GIVE_UP_MS) {
    deps.logger.warn(entry, 'a message could not be sent, it is tried again')
    await deps.db.transaction((trx) =>
      trx.updateTable('member_message').set({ fault }).where('id', '=', id).execute(),
    )
    return
  }
  deps.logger.error(entry, `a message was given up: npm run admin -- messages show ${id}`)
  await end(deps, row, { state: 'failed', fault, title: null, lines: null }, now)
}

/** Whoever has switched a message off meanwhile does not get it. */
async function send(sending: Sending): Promise<Outcome> {
  const { deps, row } = sending
  const { user_id: userId, kind, channel } = row
  const isOn = await isSwitchedOn(deps.db.query, { userId, kind, channel })
  return isOn ? SENDERS[channel](sending) : skip('the member has switched it off')
}

async function attempt(sending: Sending): Promise<void> {
  const { deps, row, now } = sending
  if (!(await claim(deps, row, now))) return
  try {
    const outcome = await send(sending)
    const values =
      outcome.state === 'sent'
        ? {
            state: outcome.state,
            title: outcome.title,
            lines: outcome.lines && writeJson(outcome.lines),
            fault: null,
          }
        : { ...outcome, title: null, lines: null }
    await end(deps, row, values, now)
  } catch (error) {
    // A fault of the storage is nobody's mail.
    if (deps.health.report(error) !== undefined) throw error
    await noteFault(sending, error)
  }
}

const selectDue = (db: Reader, now: number) =>
  db
    .selectFrom('member_message')
    .selectAll()
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .orderBy('id')

/** How many SMS may still be sent in this hour: the bound of codes holds for messages too, apart from them. */
async function countSmsLeft({ db, config }: Deps, now: number): Promise<number> {
  const { used } = await db.query
    .selectFrom('member_message')
    .select(({ fn }) => fn.countAll<number>().as('used'))
    .where('channel', '=', 'sms')
    .where('ended_at', '>', now - HOUR_MS)
    .where('state', '=', 'sent')
    .executeTakeFirstOrThrow()
  return Math.max(0, config.smsPerHour - used)
}

/** What is due, SMS only as far as their bound allows. */
async function listDue(deps: Deps, now: number): Promise<StoredMessage[]> {
  const db = deps.db.query
  const others = await selectDue(db, now).where('channel', '<>', 'sms').limit(BATCH).execute()
  if (others.length === BATCH) return others
  const sms = selectDue(db, now).where('channel', '=', 'sms')
  if (!(await sms.limit(1).executeTakeFirst())) return others
  const left = Math.min(await countSmsLeft(deps, now), BATCH - others.length)
  return left === 0 ? others : [...others, ...(await sms.limit(left).execute())]
}

/** Sends every message that is due. @param now epoch ms */
export async function sendMessages(deps: Deps, now: number): Promise<void> {
  const readContext = createContextReader(deps)
  const limit = pLimit(CONCURRENT)
  for (;;) {
    const due = await listDue(deps, now)
    if (due.length === 0) return
    await limit.map(due, (row) => attempt({ deps, row, readContext, now }))
  }
}
