import { randomInt } from 'node:crypto'
import type { Solution } from '#api/challenge.ts'
import type { Locale } from '#api/language.ts'
import type { CodePurpose, CodeSent } from '#api/one-time-code.ts'
import { readTexts } from '#i18n/read-texts.ts'
import type { Deps } from '../../deps.ts'
import type { Client } from '../../client.ts'
import { takeLock } from '../../db/locks.ts'
import type { Channel } from '../../db/member-tables.ts'
import type { Transaction } from '../../db/open.ts'
import { BusinessError } from '../../errors.ts'
import { mailCode } from '../../messages/mail-code.ts'
import { OUTBOX_PATH } from '../../providers/messenger/outbox.ts'
import type { Message } from '../../providers/messenger/message.ts'
import { formatTime, MINUTE } from '../../venue-time.ts'
import type { VerifiedSolution } from '../../providers/challenge/challenge.ts'
import { sign } from '../../security/secrets.ts'
import { useOnce } from '../../security/use-once.ts'
import { loadPage } from '../read/texts.ts'
import { checkSendLimits } from './check-limits.ts'
import { CODE } from './limits.ts'

export type Purpose = CodePurpose | 'email'

interface CodeOrder {
  channel: Channel
  target: string
  purpose: Purpose
  client: Client
  userId: number | null
  /** The target is the phone of the logged-in member. */
  isOwnPhone: boolean
  solution: Solution | undefined
  lang: Locale
  now: number
}

const drawCode = () => String(randomInt(1_000_000)).padStart(6, '0')

const TEXTS = readTexts('sms')

/** Within this time somebody who requests another code did not get the one before. */
const AGAIN_MS = 10 * MINUTE

/**
 * Writes the code in the transaction that counts the limits; a newer code ends an older one of the same
 * device. @returns its id and how many were sent there shortly before, or null when a challenge has to be
 * solved first
 */
function writeCode(
  deps: Deps,
  order: CodeOrder,
  code: string,
  solved: VerifiedSolution | null,
): Promise<{ id: number; attempt: number } | null> {
  const { channel, target, purpose, client, userId, isOwnPhone, now } = order
  const { address, deviceHash } = client
  return deps.db.transaction(async (trx) => {
    await takeLock(trx, 'codes')
    const hasSolution =
      solved !== null && (await useOnce(trx, 'challenge', solved.id, solved.expiresAt))
    const request = { target, address, deviceHash, userId, isOwnPhone, hasSolution, now }
    if ((await checkSendLimits(deps, trx, request)) === 'challenge') return null
    const { attempt } = await trx
      .selectFrom('one_time_code')
      .select((eb) => eb.fn.countAll<number>().as('attempt'))
      .where('target', '=', target)
      .where('created_at', '>', now - AGAIN_MS)
      .executeTakeFirstOrThrow()
    await trx
      .updateTable('one_time_code')
      .set({ state: 'replaced' })
      .where('target', '=', target)
      .where('purpose', '=', purpose)
      .where('device_hash', '=', deviceHash)
      .where('state', '=', 'live')
      .execute()
    const { id } = await trx
      .insertInto('one_time_code')
      .values({
        channel,
        target,
        purpose,
        device_hash: deviceHash,
        address,
        user_id: userId,
        code_hash: '',
        created_at: now,
        expires_at: now + CODE.lifetimeMs,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    // Only a keyed hash is kept (ASVS 6.5.2), bound to this very row and target.
    const code_hash = sign(deps.secrets.deriveKey('one-time-code'), id, target, code)
    await trx.updateTable('one_time_code').set({ code_hash }).where('id', '=', id).execute()
    return { id, attempt: Number(attempt) }
  })
}

/** A code that the gateway did not take counts for nothing but the limits of who requested it. */
async function markUnsent(trx: Transaction, id: number): Promise<void> {
  await trx.updateTable('one_time_code').set({ state: 'unsent' }).where('id', '=', id).execute()
}

/** Codes for e-mail addresses go by mail where mails are sent; the messenger may know e-mail too. */
const isMailed = ({ config }: Deps, channel: Channel) =>
  channel === 'email' && config.mail.provider !== 'none'

/** The message for the messenger. */
async function writeMessage(deps: Deps, order: CodeOrder, code: string): Promise<Message> {
  const { channel, target: to, lang } = order
  const { site } = await loadPage(deps.db.query, 'site', lang)
  const text = TEXTS[lang]('sms:code', { venue: site.name, code })
  return { channel, to, lang, purpose: 'code', parameters: { code }, text, attempt: 0 }
}

/** Page of the outbox that a code went to; null when it was really sent. */
function findOutbox(deps: Deps, channel: Channel): string | null {
  if (!isMailed(deps, channel)) return deps.messenger.outbox
  return deps.config.mail.provider === 'outbox' ? OUTBOX_PATH : null
}

/**
 * Sends a code of six digits, good for five minutes and one use.
 * @throws BusinessError 500201 over a limit, 500210 when the gateway does not take it, 500212 without
 * one, 500213 with a challenge that has to be solved first, 500214 for a country that no gateway reaches
 */
export async function sendCode(deps: Deps, order: CodeOrder): Promise<CodeSent> {
  const { db, messenger, logger, services, challenges } = deps
  const { channel, target, purpose, solution, lang, now } = order
  if (!services.canLogIn) throw new BusinessError(500212)
  const code = drawCode()
  const message = isMailed(deps, channel) ? null : await writeMessage(deps, order, code)
  if (message && !messenger.canSend(message)) {
    throw new BusinessError(channel === 'sms' ? 500214 : 500210)
  }
  const solved = solution && challenges ? await challenges.verify(solution, target, now) : null
  const written = await writeCode(deps, order, code, solved)
  if (written === null) {
    throw new BusinessError(500213, { challenge: await challenges?.issue(target, now) })
  }
  const { id, attempt } = written
  try {
    if (message) await messenger.send({ ...message, attempt }, now)
    else {
      const data = { code, purpose, minutes: CODE.lifetimeMs / MINUTE }
      await mailCode(deps, { to: target, id, data, lang, now })
    }
  } catch (error) {
    await db.transaction((trx) => markUnsent(trx, id))
    logger.warn({ err: error, channel }, 'a code could not be sent')
    throw new BusinessError(500210)
  }
  return {
    status: 'code_sent',
    resend_at: formatTime(now + CODE.resendMs),
    expires_at: formatTime(now + CODE.lifetimeMs),
    server_time: formatTime(now),
    outbox: findOutbox(deps, channel),
  }
}
