import pLimit from 'p-limit'
import type { Upload } from '#api/upload.ts'
import type { Transaction } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { BusinessError, UnavailableError } from '../../errors.ts'
import { ScannerError } from '../../providers/scanner.ts'
import { runCheck } from './check/run-check.ts'
import type { FileVerdict } from './check/verdict.ts'
import { CHECKS, LIFETIMES, UPLOAD_INFO } from './limits.ts'
import { describeUpload, findUpload, type UploadRow } from './rows.ts'

/** The error for a refused upload. */
function createRefusal({ refusal, duration_s }: UploadRow): BusinessError {
  if (refusal === 500403) {
    const data = { duration_s: duration_s ?? 0, max_s: UPLOAD_INFO.video_max_s }
    return new BusinessError(500403, data)
  }
  return new BusinessError(refusal ?? 500405)
}

/** Changes an upload in a state. @returns whether it was in that state: a member may have discarded it */
async function updateUpload(
  { db }: Deps,
  { id, state }: Pick<UploadRow, 'id' | 'state'>,
  values: Partial<UploadRow>,
): Promise<boolean> {
  const query = (trx: Transaction) =>
    trx.updateTable('upload').set(values).where('id', '=', id).where('state', '=', state)
  const { numUpdatedRows } = await db.transaction((trx) => query(trx).executeTakeFirst())
  return numUpdatedRows > 0n
}

async function recordVerdict(deps: Deps, row: UploadRow, verdict: FileVerdict): Promise<boolean> {
  const { fits, durationS: duration_s } = verdict
  const state = fits ? 'ready' : 'refused'
  const refusal = fits ? null : verdict.code
  const mime = fits ? verdict.mime : row.mime
  const ready_at = fits ? deps.now() : null
  const values = { state, refusal, mime, duration_s, ready_at } as const
  const isUpdated = await updateUpload(deps, { id: row.id, state: 'received' }, values)
  deps.logger.info({ upload_id: row.id, kind: row.kind, state, refusal }, 'upload checked')
  return isUpdated
}

/** @throws UnavailableError 500408 when the scanner fails; the upload can be confirmed again later */
async function isClean({ scanner, logger }: Deps, id: number, path: string): Promise<boolean> {
  try {
    const result = await scanner?.scan(path)
    if (result?.kind !== 'infected') return true
    logger.warn({ upload_id: id, signature: result.signature }, 'malware in an upload')
    return false
  } catch (error) {
    if (!(error instanceof ScannerError)) throw error
    logger.error({ err: error, upload_id: id }, 'upload could not be scanned')
    throw new UnavailableError(500408, error)
  }
}

/**
 * Creates the function that confirms uploads: it verifies that the object is complete, checks it, and keeps
 * or deletes it. The storage callback and the client may both call it, in any order and repeatedly: an upload
 * is checked once, and all calls get the same result.
 */
export function createConfirm(deps: Deps) {
  const { db, storage, now } = deps
  const inProgress = new Map<number, Promise<Upload>>()
  const limit = pLimit(CHECKS.maxParallel)

  /** Checks a complete upload, and keeps or deletes its object. @throws BusinessError 500405 if incomplete */
  async function processUpload(row: UploadRow): Promise<void> {
    const { id, kind, key } = row
    if (row.state === 'received' && (await storage.finishKeeping(key))) {
      await recordVerdict(deps, row, { fits: true, mime: row.mime, durationS: row.duration_s })
      return
    }
    const receivedBytes = await storage.measure(key)
    if (receivedBytes !== row.bytes) throw new BusinessError(500405)
    await updateUpload(deps, { id, state: 'open' }, { state: 'received' })
    const [path, output] = await Promise.all([storage.pull(key), storage.getReplacementFile(key)])
    const verdict = await limit(async (): Promise<FileVerdict> => {
      if (await isClean(deps, id, path)) return runCheck({ kind, path, output })
      return { fits: false, code: 500406, durationS: null }
    })
    if (verdict.fits) {
      const { mime, durationS: duration_s } = verdict
      // Stored before the file is kept, so that a completion after a crash finds both.
      const isRecorded = await updateUpload(deps, { id, state: 'received' }, { mime, duration_s })
      if (isRecorded) await storage.keep(key, kind === 'avatar' ? output : null)
    }
    if (!(await recordVerdict(deps, row, verdict)) || !verdict.fits) await storage.remove(key)
  }

  const isPending = ({ state, created_at: createdAt }: UploadRow) =>
    (state === 'open' || state === 'received') && now() < createdAt + LIFETIMES.openMs

  /** Reads the row again: another process may have processed the upload before this one got the lock. */
  async function processIfPending(id: number): Promise<void> {
    const row = await findUpload(db.query, id)
    if (!row || !isPending(row)) return
    try {
      await processUpload(row)
    } catch (error) {
      // The member has discarded the upload meanwhile, and its file is gone.
      if ((await findUpload(db.query, id))?.state !== 'deleted') throw error
    }
  }

  async function confirmOnce(id: number): Promise<Upload> {
    const initial = await findUpload(db.query, id)
    if (initial && isPending(initial)) {
      await storage.locks.withLock(initial.key, () => processIfPending(id))
    }
    const row = await findUpload(db.query, id)
    if (row?.state === 'ready') return describeUpload(row)
    throw row ? createRefusal(row) : new BusinessError(500405)
  }

  /** @throws BusinessError with the reason for the refusal; 500405 while the upload is incomplete */
  return function confirm(id: number): Promise<Upload> {
    const current = inProgress.get(id)
    if (current) return current
    const upload = confirmOnce(id).finally(() => inProgress.delete(id))
    inProgress.set(id, upload)
    return upload
  }
}
