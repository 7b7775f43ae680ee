import pLimit from 'p-limit'
import type { Logger } from '../../lib/logger.ts'
import { announceChanges } from '../publishing/outbox.ts'
import { tryLock } from '../db/locks.ts'
import type { Database, Transaction } from '../db/open.ts'
import { readSetting, readTimeSetting, writeSetting } from '../db/settings.ts'
import { refreshContent } from './refresh-content.ts'
import {
  findNextMoment,
  listScheduled,
  readAllStored,
  type StoredSource,
} from './stored-sources.ts'

/**
 * Applies scheduled changes of content: publication, expiry and changes of state. The database stores the
 * time of the last run, so that changes due while the server was down are applied at the next start.
 */
export async function createSchedule(db: Database, logger: Logger) {
  let last = await readTimeSetting(db.query, 'moments_applied')
  const queue = pLimit(1)

  /** Announces and returns the items with changes that no other process has applied in the meantime. */
  async function applySince(trx: Transaction, from: number, now: number): Promise<StoredSource[]> {
    const applied = await readTimeSetting(trx, 'moments_applied')
    // When the clock is set back, `applied` may be older than content that was imported or edited since.
    const start = applied !== null && from <= applied && applied <= now ? applied : from
    const sources = await listScheduled(trx, Math.min(start, now), Math.max(start, now))
    // Also without changes when the clock is set back: later ones must not count as applied already.
    if (sources.length > 0 || now < from) await writeSetting(trx, 'moments_applied', now)
    if (sources.length === 0) return sources
    // Announced as `due`: starts of sales and of dates change responses, but no rows.
    const changes = sources.map(({ kind, id }) => ({ kind, id, action: 'due' as const }))
    await announceChanges(trx, (await readSetting(trx, 'content_version')) ?? '', changes, now)
    return sources
  }

  /** @returns false while another process changes content: calls must not wait for its import */
  async function applyInterval(from: number | null, now: number): Promise<boolean> {
    if (from !== null && from <= now) {
      const next = await findNextMoment(db.query, from)
      if (next === null || next > now) return true
    }
    const applied = await db.transaction(async (trx) => {
      if (!(await tryLock(trx, 'content'))) return null
      // The first run on a database refreshes all content.
      if (from === null) await writeSetting(trx, 'moments_applied', now)
      const sources = await (from === null ? readAllStored(trx) : applySince(trx, from, now))
      const refreshed = await refreshContent(trx, sources, { now, audience: 'public', logger })
      return { items: sources.length, changes: refreshed }
    })
    if (applied === null) return false
    const { items, changes } = applied
    if (items === 0) return true
    const lines = changes.map(({ action, kind, slug }) => `${action} ${kind}/${slug}`)
    logger.info({ items, changes: lines.slice(0, 20) }, 'scheduled content changes applied')
    return true
  }

  async function applyOnce(now: number): Promise<void> {
    if (now === last) return
    if (await applyInterval(last, now)) last = now
  }

  return {
    /**
     * Applies the changes between the last call and now, also if the clock was set back: shows and hides
     * items, and notifies the site of every item whose state changed.
     * @param now epoch ms
     */
    apply: (now: number): Promise<void> => queue(applyOnce, now),
    /** Time of the next scheduled change (epoch ms), or null. */
    findNext: (now: number): Promise<number | null> => findNextMoment(db.query, now),
  }
}

export type Schedule = Awaited<ReturnType<typeof createSchedule>>
