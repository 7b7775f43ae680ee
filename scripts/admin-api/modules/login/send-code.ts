import { randomInt } from 'node:crypto'
import type { Solution } from '#api/challenge.ts'
import type { Locale } from '#api/language.ts'
import type { CodePurpose, CodeSent } from '#api/one-time-code.ts'
import { readTexts } from '#i18n/read-texts.ts'
import type { Deps } from '../../deps.ts'
import type { Client } from '../../client.ts'
import { takeLock } from '../../db/locks.ts'
import type { Channel } from '../../db/member-tables.ts'
import { countRows } from '../../db/rows.ts'
import { BusinessError } from '../../errors.ts'
import { composeMessage } from '../../messages/compose-message.ts'
import { loadMessageContext } from '../../messages/load-context.ts'
import { OUTBOX_PATH } from '../../providers/messenger/outbox.ts'
import type { Message } from '../../providers/messenger/message.ts'
import { formatTime } from '../../venue-time.ts'
import { sign } from '../../security/secrets.ts'
import { useOnce } from '../../security/use-once.ts'
import { loadPage } from '../read/texts.ts'
import { checkSendLimits } from './check-limits.ts'
import { CODE } from './limits.ts'
import { MINUTE } from '../../../lib/durations.ts'

export type Purpose = CodePurpose | 'email'

interface SendCodeInput {
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

const generateCode = () => String(randomInt(1_000_000)).padStart(6, '0')

const TEXTS = readTexts('sms')

/** A request within this time after another one means that the first code probably did not arrive. */
const RETRY_WINDOW_MS = 10 * MINUTE

/**
 * Stores the code in the transaction that checks the limits; it replaces previous codes of the device.
 * @returns the id and the number of codes sent to the target shortly before; null when a challenge must be
 * solved first
 */
function storeCode(
  deps: Deps,
  input: SendCodeInput,
  code: string,
  solution: { id: string; expiresAt: number } | null,
): Promise<{ id: number; attempt: number } | null> {
  const { channel, target, purpose, client, userId, isOwnPhone, now } = input
  const { address, deviceHash } = client
  return deps.db.transaction(async (trx) => {
    await takeLock(trx, 'codes')
    const hasSolution =
      solution !== null && (await useOnce(trx, 'challenge', solution.id, solution.expiresAt))
    const request = { target, address, deviceHash, userId, isOwnPhone, hasSolution, now }
    if ((await checkSendLimits(deps, trx, request)) === 'challenge') return null
    const attempts = trx
      .selectFrom('one_time_code')
      .where('target', '=', target)
      .where('created_at', '>', now - RETRY_WINDOW_MS)
    const attempt = await countRows(attempts)
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
    // Only a keyed hash is stored (ASVS 6.5.2), bound to the row and target.
    const code_hash = sign(deps.secrets.deriveKey('one-time-code'), id, target, code)
    await trx.updateTable('one_time_code').set({ code_hash }).where('id', '=', id).execute()
    return { id, attempt }
  })
}

/** Whether a code is sent by the mailer; without a mailer the messenger may support e-mail. */
const isMailed = ({ config }: Deps, channel: Channel) =>
  channel === 'email' && config.mail.provider !== 'none'

async function composeSms(deps: Deps, input: SendCodeInput, code: string): Promise<Message> {
  const { channel, target: to, lang } = input
  const { site } = await loadPage(deps.db.query, 'site', lang)
  const text = TEXTS[lang]('sms:code', { venue: site.name, code })
  return { channel, to, lang, purpose: 'code', parameters: { code }, text, attempt: 0 }
}

/** Sends a code by mail at once, without the outbox, because the visitor waits for it. @throws MailError */
async function mailCode(
  deps: Deps,
  { target: to, purpose, lang, now }: SendCodeInput,
  { id, code }: { id: number; code: string },
): Promise<void> {
  const context = await loadMessageContext(deps, lang)
  const data = { code, purpose, minutes: CODE.lifetimeMs / MINUTE }
  const content = composeMessage('login_code', data, context)
  const { composeMail } = await import('../../messages/mail/compose-mail.ts')
  const envelope = { id: `code-${id}`, to, unsubscribeUrl: null, at: now }
  await deps.mailer.send(await composeMail(content, context, envelope))
}

/** Path of the outbox that a code was written to; null when it was really sent. */
function findOutbox(deps: Deps, channel: Channel): string | null {
  const { mail, messenger } = deps.config
  const { provider } = isMailed(deps, channel) ? mail : messenger
  return provider === 'outbox' ? OUTBOX_PATH : null
}

/**
 * Sends a code of six digits, valid for five minutes and one use.
 * @throws BusinessError 500201 over a limit, 500210 when the gateway refuses it, 500212 without a gateway,
 *   500213 with a challenge to solve first, 500214 for a country that no gateway covers
 */
export async function sendCode(deps: Deps, input: SendCodeInput): Promise<CodeSent> {
  const { db, messenger, logger, services, challenges } = deps
  const { channel, target, now } = input
  if (!services.canLogIn) throw new BusinessError(500212)
  const code = generateCode()
  const message = isMailed(deps, channel) ? null : await composeSms(deps, input, code)
  if (message && !messenger.canSend(message)) {
    throw new BusinessError(channel === 'sms' ? 500214 : 500210)
  }
  const solution =
    input.solution && challenges ? await challenges.verify(input.solution, target, now) : null
  const stored = await storeCode(deps, input, code, solution)
  if (stored === null) {
    throw new BusinessError(500213, { challenge: await challenges?.issue(target, now) })
  }
  const { id, attempt } = stored
  try {
    if (message) {
      const result = await messenger.send({ ...message, attempt }, now)
      if (result.status === 'refused') throw new Error(`refused: ${result.reason}`)
    } else {
      await mailCode(deps, input, { id, code })
    }
  } catch (error) {
    // It counts only towards the limits of its sender.
    await db.transaction((trx) =>
      trx.updateTable('one_time_code').set({ state: 'unsent' }).where('id', '=', id).execute(),
    )
    logger.warn({ err: error, channel }, 'verification code could not be sent')
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
