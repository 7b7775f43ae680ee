import pLimit from 'p-limit'
import type { Upload } from '#api/upload.ts'
import type { Deps } from '../../deps.ts'
import { BusinessError, UnavailableError } from '../../errors.ts'
import { ScannerError } from '../../providers/scanner/scanner.ts'
import { runCheck } from './check/run-check.ts'
import { INFECTED, type Verdict } from './check/verdict.ts'
import { CHECKS, LIFETIMES, UPLOAD_INFO } from './limits.ts'
import { describeUpload, findUpload, type UploadRow } from './rows.ts'

const isUnfinished = ({ state }: UploadRow) => state === 'open' || state === 'received'

/** Why an upload cannot be used. */
function refusalOf({ refusal, duration_s }: UploadRow): BusinessError {
  if (refusal === 500403) {
    const data = { duration_s: duration_s ?? 0, max_s: UPLOAD_INFO.video_max_s }
    return new BusinessError(500403, data)
  }
  return new BusinessError(refusal ?? 500405)
}

/**
 * Confirms uploads: looks for the whole object, has it checked, keeps or deletes it. Callback and
 * client may both ask, in any order and as often as they like: an upload is checked once, and
 * everyone gets the same answer.
 */
export function createConfirm({ db, storage, scanner, logger, now }: Deps) {
  const underWay = new Map<number, Promise<Upload>>()
  const limit = pLimit(CHECKS.atOnce)

  async function setState(row: UploadRow, verdict: Verdict): Promise<boolean> {
    const { fits, durationS: duration_s } = verdict
    const state = fits ? 'ready' : 'refused'
    const refusal = fits ? null : verdict.code
    const mime = fits ? verdict.mime : row.mime
    const ready_at = fits ? now() : null
    const { numUpdatedRows } = await db.transaction((trx) =>
      trx
        .updateTable('upload')
        .set({ state, refusal, mime, duration_s, ready_at })
        .where('id', '=', row.id)
        .where('state', '=', 'received')
        .executeTakeFirst(),
    )
    logger.info({ upload_id: row.id, kind: row.kind, state, refusal }, 'upload checked')
    return numUpdatedRows > 0n
  }

  /** @throws UnavailableError 500408 while the scanner does not work: the file waits as it is */
  async function scan({ id }: UploadRow, path: string): Promise<boolean> {
    try {
      const result = await scanner?.scan(path)
      if (result?.kind !== 'infected') return true
      logger.warn({ upload_id: id, signature: result.signature }, 'malware in an upload')
      return false
    } catch (error) {
      if (!(error instanceof ScannerError)) throw error
      logger.error({ err: error, upload_id: id }, 'an upload could not be scanned')
      throw new UnavailableError(500408, error)
    }
  }

  async function judge(row: UploadRow, path: string, output: string): Promise<Verdict> {
    if (!(await scan(row, path))) return INFECTED
    return runCheck({ kind: row.kind, path, output })
  }

  async function settle(row: UploadRow): Promise<void> {
    const arrived = await storage.measure(row.key)
    if (arrived !== row.bytes) throw new BusinessError(500405)
    await db.transaction((trx) =>
      trx
        .updateTable('upload')
        .set({ state: 'received' })
        .where('id', '=', row.id)
        .where('state', '=', 'open')
        .execute(),
    )
    const [path, output] = await Promise.all([
      storage.pull(row.key),
      storage.getReplacementFile(row.key),
    ])
    const verdict = await limit(() => judge(row, path, output))
    // The member may have discarded it meanwhile.
    const isWanted = (await findUpload(db.query, row.id))?.state === 'received'
    if (verdict.fits && isWanted) {
      await storage.keep(row.key, row.kind === 'avatar' ? output : null)
    }
    if (!(await setState(row, verdict)) || !verdict.fits) await storage.remove(row.key)
  }

  const isAlive = (row: UploadRow) => isUnfinished(row) && now() < row.created_at + LIFETIMES.openMs

  /** Another process may have settled it while this one waited for its turn. */
  async function settleIfUnfinished(id: number): Promise<void> {
    const row = await findUpload(db.query, id)
    if (row && isAlive(row)) await settle(row)
  }

  async function confirmOnce(id: number): Promise<Upload> {
    const known = await findUpload(db.query, id)
    if (known && isAlive(known)) await storage.hold(known.key, () => settleIfUnfinished(id))
    const row = await findUpload(db.query, id)
    if (row?.state === 'ready') return describeUpload(row)
    throw row ? refusalOf(row) : new BusinessError(500405)
  }

  /** @throws BusinessError with the reason why the upload is refused; 500405 while it is not there */
  return function confirm(id: number): Promise<Upload> {
    const known = underWay.get(id)
    if (known) return known
    const answer = confirmOnce(id).finally(() => underWay.delete(id))
    underWay.set(id, answer)
    return answer
  }
}
