import { isDatabaseError } from '../../lib/db/errors.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Transaction } from '../db/open.ts'
import { applyContent, toKey, type AppliedChange, type PlannedSource } from './apply.ts'
import { listDependents, planUnchanged, readSharedContext } from './plan-stored.ts'
import type { StoredSource } from './stored-sources.ts'
import { isVisible, readWindow, type Viewpoint } from './visibility.ts'

interface RefreshOptions extends Omit<Viewpoint, 'firstStart'> {
  logger: Logger
}

/**
 * Rewrites the rows of stored items and their dependents for a time and an audience. Items that do not match
 * the current schema are logged and remain unchanged. Call inside a transaction.
 */
export async function refreshContent(
  trx: Transaction,
  sources: readonly StoredSource[],
  { now, audience, logger }: RefreshOptions,
): Promise<AppliedChange[]> {
  const shared = await readSharedContext(trx, { now, audience })
  const all = new Map(sources.map((source) => [toKey(source), source]))
  for (const source of sources) {
    if (source.published === isVisible(readWindow(source.data), shared)) continue
    for (const other of await listDependents(trx, source)) all.set(toKey(other), other)
  }
  const planned: PlannedSource[] = []
  for (const source of all.values()) {
    try {
      planned.push(await planUnchanged(trx, source, shared))
    } catch (error) {
      // After a database error the transaction cannot continue.
      if (isDatabaseError(error)) throw error
      const { kind, id, slug } = source
      logger.error({ err: error, kind, id, slug }, 'scheduled change of stored content failed')
    }
  }
  const isAnnounced = audience === 'public'
  return applyContent(trx, { planned, isComplete: false, now, isAnnounced })
}
