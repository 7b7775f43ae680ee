import type { Deps } from '../../deps.ts'
import type { Client } from '../../client.ts'
import { takeLock } from '../../db/locks.ts'
import type { Transaction } from '../../db/open.ts'
import { BusinessError } from '../../errors.ts'
import { isSameHash } from '../../security/hash.ts'
import { sign } from '../../security/secrets.ts'
import { checkFailures } from './check-limits.ts'
import { rememberDevice } from './known-devices.ts'
import { CODE } from './limits.ts'
import type { Purpose } from './send-code.ts'

interface Attempt {
  /** Phone number or e-mail address that the code was sent to. */
  target: string
  purpose: Purpose
  code: string
  client: Client
  now: number
}

type Outcome = 'correct' | 'gone' | { attemptsLeft: number }

/**
 * Verifies a code: it is valid once, for five minutes, on the device that requested it. Attempts are counted
 * before the comparison (ASVS 6.5.1, 6.6.3), so that parallel guesses are all counted. An attempt without a
 * live code on the device does not count.
 * @throws BusinessError 500202 wrong (with the attempts left), 500203 locked, 500204 expired or none
 */
export async function checkCode({ db, secrets, logger }: Deps, attempt: Attempt): Promise<void> {
  const { target, purpose, code, client, now } = attempt
  const { address, deviceHash } = client

  async function tryCode(trx: Transaction): Promise<Outcome> {
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
    const end = (state: 'used' | 'dead') =>
      trx.updateTable('one_time_code').set({ state }).where('id', '=', row.id).execute()
    const codeHash = sign(secrets.deriveKey('one-time-code'), row.id, target, code)
    if (isSameHash(codeHash, row.code_hash)) {
      await end('used')
      return 'correct'
    }
    const attemptsLeft = CODE.attempts - row.attempts
    if (attemptsLeft === 0) await end('dead')
    return { attemptsLeft }
  }

  const outcome = await db.transaction(async (trx) => {
    await takeLock(trx, 'codes')
    await checkFailures(trx, { target, address, deviceHash, now })
    const result = await tryCode(trx)
    if (result === 'correct') await rememberDevice(trx, { target, deviceHash }, now)
    else if (result !== 'gone') {
      const failure = { target, device_hash: deviceHash, address, at: now }
      await trx.insertInto('failed_code').values(failure).execute()
    }
    return result
  })
  if (outcome === 'correct') return
  logger.info(
    { purpose, outcome: outcome === 'gone' ? 'gone' : 'wrong' },
    'verification code refused',
  )
  if (outcome === 'gone') throw new BusinessError(500204)
  throw new BusinessError(500202, { attempts_left: outcome.attemptsLeft })
}
