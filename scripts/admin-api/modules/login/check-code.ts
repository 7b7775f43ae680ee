import type { Deps } from '../../deps.ts'
import type { Client } from '../../client.ts'
import { takeLock } from '../../db/locks.ts'
import type { Transaction } from '../../db/open.ts'
import { BusinessError } from '../../errors.ts'
import { isSameHash } from '../../../lib/is-same-hash.ts'
import { sign } from '../../security/secrets.ts'
import { checkFailures } from './check-limits.ts'
import { rememberDevice } from './known-devices.ts'
import { CODE } from './limits.ts'
import type { Purpose } from './send-code.ts'

interface CodeEntry {
  /** Phone number or e-mail address that the code was sent to. */
  target: string
  purpose: Purpose
  code: string
}

type Outcome = { correct: number } | 'gone' | { attemptsLeft: number }

/**
 * Verifies the codes of one call, by the field that holds them: each is valid once, for five minutes, on the
 * device that requested it. A refused code leaves the others valid. Attempts are counted before the comparison
 * (ASVS 6.5.1, 6.6.3), so that parallel guesses are all counted. An attempt without a live code on the device
 * does not count.
 * @param use what the codes confirm, in the same transaction: if it is refused, the codes stay valid
 * @returns the result of `use`
 * @throws BusinessError 500202 wrong (with the attempts left) or 500204 expired or none, with the field;
 *   500203 locked
 */
export async function checkCodes<Result>(
  { db, secrets, logger }: Deps,
  attempts: Readonly<Record<string, CodeEntry>>,
  { client, now }: { client: Client; now: number },
  use: (trx: Transaction) => Promise<Result>,
): Promise<Result> {
  const { address, deviceHash } = client

  async function tryCode(trx: Transaction, { target, purpose, code }: CodeEntry): Promise<Outcome> {
    const row = await trx
      .updateTable('one_time_code')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where('target', '=', target)
      .where('purpose', '=', purpose)
      .where('device_hash', '=', deviceHash)
      .where('state', '=', 'live')
      .where('attempts', '<', CODE.attempts)
      .where('expires_at', '>', now)
      .returning(['id', 'attempts', 'code_hash'])
      .executeTakeFirst()
    if (!row) return 'gone'
    const codeHash = sign(secrets.deriveKey('one-time-code'), row.id, target, code)
    if (isSameHash(codeHash, row.code_hash)) return { correct: row.id }
    const attemptsLeft = CODE.attempts - row.attempts
    if (attemptsLeft === 0) {
      await trx
        .updateTable('one_time_code')
        .set({ state: 'dead' })
        .where('id', '=', row.id)
        .execute()
    }
    return { attemptsLeft }
  }

  /** Tries the codes in turn, up to the first that is refused. */
  async function tryCodes(trx: Transaction) {
    const correct: number[] = []
    for (const [field, attempt] of Object.entries(attempts)) {
      const { target, purpose } = attempt
      await checkFailures(trx, { target, address, deviceHash, now })
      const outcome = await tryCode(trx, attempt)
      if (outcome !== 'gone' && 'correct' in outcome) correct.push(outcome.correct)
      else return { correct, refused: { field, target, purpose, outcome } }
    }
    return { correct, refused: null }
  }

  const checked = await db.transaction(async (trx) => {
    await takeLock(trx, 'codes')
    const result = await tryCodes(trx)
    const codes = trx.updateTable('one_time_code').where('id', 'in', result.correct)
    if (!result.refused) {
      await codes.set({ state: 'used' }).execute()
      for (const { target } of Object.values(attempts)) {
        await rememberDevice(trx, { target, deviceHash }, now)
      }
      return { status: 'accepted', result: await use(trx) } as const
    }
    if (result.correct.length > 0) {
      await codes.set((eb) => ({ attempts: eb('attempts', '-', 1) })).execute()
    }
    const { target, outcome } = result.refused
    if (outcome !== 'gone') {
      const failure = { target, device_hash: deviceHash, address, at: now }
      await trx.insertInto('failed_code').values(failure).execute()
    }
    return { status: 'refused', ...result.refused } as const
  })
  if (checked.status === 'accepted') return checked.result
  const { field, purpose, outcome } = checked
  logger.info(
    { purpose, outcome: outcome === 'gone' ? 'gone' : 'wrong' },
    'verification code refused',
  )
  if (outcome === 'gone') throw new BusinessError(500204, { field })
  throw new BusinessError(500202, { attempts_left: outcome.attemptsLeft, field })
}
