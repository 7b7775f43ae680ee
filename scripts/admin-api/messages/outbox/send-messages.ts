import pLimit from 'p-limit'
import type { Selectable } from 'kysely'
import { LOCALES, mapLocales, type Locale } from '#api/language.ts'
import { readJson, writeJson } from '../../db/json.ts'
import type { MessageTables } from '../../db/message-tables.ts'
import type { Reader } from '../../db/open.ts'
import { countRows, hasRows } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { MailError } from '../../providers/mail/mail.ts'
import { composeMessage, composeSms } from '../compose-message.ts'
import { loadMessageContext } from '../load-context.ts'
import { isOptional } from '../message-kinds.ts'
import type { MessageChannel, MessageContent, MessageContext } from '../message.ts'
import { isSwitchedOn } from './choices.ts'
import { getLoader } from './load/loaders.ts'
import type { MessageRecords, QueuedName } from '../message-data.ts'
import { createUnsubscribeUrl } from './unsubscribe-token.ts'
import { DAY, HOUR, MINUTE } from '../../../lib/durations.ts'

export type StoredMessage = Selectable<MessageTables['member_message']>

const BATCH = 50
const CONCURRENT = 2
/**
 * Delay after the first attempt, doubled after each. It is also the lease of a claimed message, so it must
 * exceed the sum of the SMTP timeouts; otherwise two processes could send the same message.
 */
const FIRST_DELAY_MS = 2 * MINUTE
const MAX_DELAY_MS = HOUR
/** RFC 5321, section 4.5.4.1: retry for 4 to 5 days. */
const GIVE_UP_MS = 4 * DAY

const getDelayMs = (tries: number): number => Math.min(FIRST_DELAY_MS * 2 ** tries, MAX_DELAY_MS)

/** The final state of a message. */
type Outcome = Pick<StoredMessage, 'state' | 'title' | 'lines' | 'fault'>

const skip = (fault: string): Outcome => ({ state: 'skipped', title: null, lines: null, fault })
const fail = (fault: string): Outcome => ({ state: 'failed', title: null, lines: null, fault })
const sent = (title: string, lines: StoredMessage['lines'] = null): Outcome => ({
  state: 'sent',
  title,
  lines,
  fault: null,
})

/** Returns the context for a language; loaded once per run. */
type ReadContext = (lang: Locale) => Promise<MessageContext>

function createContextReader(deps: Deps): ReadContext {
  const contexts = new Map<Locale, Promise<MessageContext>>()
  return (lang) => {
    const cached = contexts.get(lang)
    if (cached) return cached
    const context = loadMessageContext(deps, lang)
    contexts.set(lang, context)
    return context
  }
}

/** An attempt to send a message. */
interface Attempt {
  deps: Deps
  row: StoredMessage
  readContext: ReadContext
  now: number
}

const NO_LONGER_APPLIES = 'it no longer applies'

const loadData = <K extends QueuedName>(
  kind: K,
  record: MessageRecords[K],
  { deps, row, now }: Attempt,
  lang: Locale,
) => getLoader(kind)(record, { deps, userId: row.user_id, lang, now })

/** Composes a message; null if it no longer applies. */
async function compose(attempt: Attempt, lang: Locale): Promise<MessageContent | null> {
  const { row, readContext } = attempt
  const data = await loadData(row.kind, readJson(row.record), attempt, lang)
  return data && composeMessage(row.kind, data, await readContext(lang))
}

async function sendMail(attempt: Attempt): Promise<Outcome> {
  const { deps, row, readContext } = attempt
  const { id, kind, lang, target, copies, user_id: userId, created_at: at } = row
  if (deps.config.mail.provider === 'none') return skip('no mail server is configured')
  if (target === null) return skip('the member has no e-mail address')
  const context = await readContext(lang)
  const content = await compose(attempt, lang)
  if (content === null) return skip(NO_LONGER_APPLIES)
  const unsubscribeUrl = isOptional(kind)
    ? createUnsubscribeUrl(deps.secrets, context.site.url, { userId, message: kind })
    : null
  const { composeMail } = await import('../mail/compose-mail.ts')
  // The same id for every attempt, so that a mail accepted before is recognised as a duplicate.
  const envelope = { id: `message-${id}-${copies}`, to: target, unsubscribeUrl, at }
  await deps.mailer.send(await composeMail(content, context, envelope))
  return sent(content.title)
}

async function sendSms(attempt: Attempt): Promise<Outcome> {
  const { deps, row, readContext, now } = attempt
  const { kind, lang, target } = row
  if (deps.config.messenger.provider === 'none') return skip('no SMS gateway is configured')
  if (target === null) return skip('the member has no phone number')
  const data = await loadData(kind, readJson(row.record), attempt, lang)
  const sms = data && composeSms(kind, data, await readContext(lang))
  if (sms === null) return skip(NO_LONGER_APPLIES)
  const message = { channel: 'sms', to: target, lang, attempt: row.tries, ...sms } as const
  if (!deps.messenger.canSend(message)) {
    return skip(`no SMS gateway for this number has a template for ${sms.purpose}`)
  }
  const result = await deps.messenger.send(message, now)
  return result.status === 'accepted' ? sent(sms.text) : fail(result.reason)
}

/** Stores the texts for the account in every language, as they are now. */
async function storeForAccount(attempt: Attempt): Promise<Outcome> {
  const lines = await Promise.all(
    LOCALES.map(async (lang) => {
      const content = await compose(attempt, lang)
      return content && ([lang, { title: content.title, summary: content.summary }] as const)
    }),
  )
  const composed = new Map(lines.filter((line) => line !== null))
  if (composed.size < LOCALES.length) return skip(NO_LONGER_APPLIES)
  const byLocale = mapLocales((lang) => composed.get(lang) ?? { title: '', summary: '' })
  return sent(byLocale[attempt.row.lang].title, writeJson(byLocale))
}

const SENDERS: Record<MessageChannel, (attempt: Attempt) => Promise<Outcome>> = {
  mail: sendMail,
  sms: sendSms,
  account: storeForAccount,
}

/**
 * Claims a message for one attempt by a conditional update, so that only one of several processes sends it.
 * If the process is killed, the message is due again after the delay.
 */
async function claimMessage(
  { db }: Deps,
  { id, tries }: StoredMessage,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db.transaction((trx) =>
    trx
      .updateTable('member_message')
      .set({ tries: tries + 1, next_try_at: now + getDelayMs(tries) })
      .where('id', '=', id)
      .where('tries', '=', tries)
      .where('next_try_at', '<=', now)
      .executeTakeFirst(),
  )
  return numUpdatedRows > 0n
}

/** Stores the final state of a message, unless staff have resent it in the meantime. */
async function endMessage(
  { db }: Deps,
  { id, tries }: StoredMessage,
  outcome: Outcome,
  now: number,
): Promise<void> {
  await db.transaction((trx) =>
    trx
      .updateTable('member_message')
      .set({ ...outcome, next_try_at: null, ended_at: now })
      .where('id', '=', id)
      .where('tries', '=', tries + 1)
      .where('state', '=', 'waiting')
      .execute(),
  )
}

const isRefused = (error: unknown): boolean =>
  error instanceof MailError && (error.fault === 'recipient' || error.fault === 'message')

/** Ends a message that will not be sent, and logs an error for staff to handle. */
async function giveUp({ deps, row, now }: Attempt, outcome: Outcome, err?: unknown) {
  const { id, kind, channel } = row
  deps.logger.error(
    { err, fault: outcome.fault, message: id, kind, channel },
    `a message could not be sent, given up: npm run admin -- messages show ${id}`,
  )
  await endMessage(deps, row, outcome, now)
}

/** Records why an attempt failed. */
async function recordFault(attempt: Attempt, error: unknown): Promise<void> {
  const { deps, row, now } = attempt
  const { id, kind, channel, created_at: createdAt } = row
  const fault = error instanceof Error ? error.message : String(error)
  if (!isRefused(error) && now - createdAt < GIVE_UP_MS) {
    const entry = { err: error, message: id, kind, channel }
    deps.logger.warn(entry, 'a message could not be sent, will be retried')
    await deps.db.transaction((trx) =>
      trx.updateTable('member_message').set({ fault }).where('id', '=', id).execute(),
    )
    return
  }
  await giveUp(attempt, fail(fault), error)
}

/** Sends a message, unless the member has switched it off in the meantime. @throws Error if it was not sent */
async function send(attempt: Attempt): Promise<Outcome> {
  const { deps, row } = attempt
  const { user_id: userId, kind, channel } = row
  const isOn = await isSwitchedOn(deps.db.query, { userId, kind, channel })
  return isOn ? SENDERS[channel](attempt) : skip('the member has switched it off')
}

async function makeAttempt(attempt: Attempt): Promise<void> {
  const { deps, row, now } = attempt
  if (!(await claimMessage(deps, row, now))) return
  try {
    const outcome = await send(attempt)
    if (outcome.state === 'failed') await giveUp(attempt, outcome)
    else await endMessage(deps, row, outcome, now)
  } catch (error) {
    // A database fault is not a fault of the message.
    if (deps.health.report(error) !== undefined) throw error
    await recordFault(attempt, error)
  }
}

const selectDue = (db: Reader, channel: MessageChannel, now: number) =>
  db
    .selectFrom('member_message')
    .selectAll()
    .where('channel', '=', channel)
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .orderBy('id')

/** SMS that may still be sent within an hour: the limit for codes, counted separately for messages. */
async function countSmsLeft({ db, config }: Deps, now: number): Promise<number> {
  const messages = db.query
    .selectFrom('member_message')
    .where('channel', '=', 'sms')
    .where('ended_at', '>', now - HOUR)
    .where('state', '=', 'sent')
  return Math.max(0, config.smsPerHour - (await countRows(messages)))
}

/** Due messages of a channel, at most `BATCH`; SMS only up to the hourly limit. */
async function listDue(deps: Deps, channel: MessageChannel, now: number): Promise<StoredMessage[]> {
  const due = selectDue(deps.db.query, channel, now)
  if (channel !== 'sms') return due.limit(BATCH).execute()
  if (!(await hasRows(due))) return []
  const left = Math.min(await countSmsLeft(deps, now), BATCH)
  return left === 0 ? [] : due.limit(left).execute()
}

/** Makes one attempt for every message of a channel that is due, until the server stops. */
export async function sendMessages(deps: Deps, channel: MessageChannel): Promise<void> {
  const startedAt = deps.now()
  const readContext = createContextReader(deps)
  const limit = pLimit(CONCURRENT)
  while (!deps.isDraining()) {
    const due = await listDue(deps, channel, startedAt)
    if (due.length === 0) return
    await limit.map(due, async (row) => {
      if (deps.isDraining()) return
      // A run can last for hours, but a lease starts with its attempt. If the clock was set back, the messages
      // would not be due at the time of the attempt, and listed here for ever.
      const now = Math.max(startedAt, deps.now())
      await makeAttempt({ deps, row, readContext, now })
    })
  }
}
