import type { Deps } from '../../deps.ts'
import type { Client } from '../../client.ts'
import { execute } from '../../db/write.ts'
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

type Outcome = 'right' | 'gone' | { attemptsLeft: number }

/**
 * Tries a code: right once, within its five minutes, on the device that requested it. Each try is
 * counted before it is compared (ASVS 6.5.1, 6.6.3), so parallel guesses count one by one. A try
 * without a live code of the device compares nothing, and counts for nothing.
 * @throws BusinessError 500202 wrong (with the tries left), 500203 locked, 500204 expired or none
 */
export function checkCode({ db, secrets, logger }: Deps, attempt: Attempt): void {
  const { target, purpose, code, client, now } = attempt
  const { address, deviceHash } = client

  function tryCode(): Outcome {
    const row = db
      .prepare(
        `UPDATE one_time_code SET attempts = attempts + 1
         WHERE target = ? AND purpose = ? AND device_hash = ? AND state = 'live'
           AND attempts < ? AND expires_at > ?
         RETURNING id, attempts, code_hash`,
      )
      .get(target, purpose, deviceHash, CODE.attempts, now)
    if (!row) return 'gone'
    const id = Number(row['id'])
    const given = sign(secrets.deriveKey('one-time-code'), id, target, code)
    if (isSameHash(given, String(row['code_hash']))) {
      execute(db, "UPDATE one_time_code SET state = 'used' WHERE id = ?", id)
      return 'right'
    }
    const attemptsLeft = CODE.attempts - Number(row['attempts'])
    if (attemptsLeft === 0) execute(db, "UPDATE one_time_code SET state = 'dead' WHERE id = ?", id)
    return { attemptsLeft }
  }

  const outcome = db.transact(() => {
    checkFailures(db, { target, address, deviceHash, now })
    const result = tryCode()
    if (result === 'right') rememberDevice(db, { target, deviceHash }, now)
    else if (result !== 'gone') {
      const sql = 'INSERT INTO failed_code (target, device_hash, address, at) VALUES (?, ?, ?, ?)'
      execute(db, sql, target, deviceHash, address, now)
    }
    return result
  })
  if (outcome === 'right') return
  logger.info({ purpose, outcome: outcome === 'gone' ? 'gone' : 'wrong' }, 'a code was refused')
  if (outcome === 'gone') throw new BusinessError(500204)
  throw new BusinessError(500202, { attempts_left: outcome.attemptsLeft })
}
