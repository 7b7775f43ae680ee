import type { Logger } from '../../lib/logger.ts'
import { announceChanges } from '../publishing/outbox.ts'
import { takeLock } from '../db/locks.ts'
import type { Database, Transaction } from '../db/open.ts'
import { readContentVersion, readMomentsApplied, writeMomentsApplied } from '../db/settings.ts'
import { refreshContent } from './refresh-content.ts'
import { hasMoment, listMomentous, readAllStored, type StoredSource } from './stored-sources.ts'

/** Keeps content in line with the clock: what is shown, and what the site is notified of. */
export interface Schedule {
  /**
   * Applies what lies between the last call and now, in either direction: items are shown or hidden,
   * and the site is notified of every item whose state is another one.
   * @param now epoch ms
   */
  apply(now: number): Promise<void>
  /** The next moment at which public answers change by time alone, in epoch ms; null without one. */
  findNext(now: number): Promise<number | null>
}

const isBetween = (moment: number, one: number, other: number): boolean =>
  moment >= Math.min(one, other) && moment <= Math.max(one, other)

/**
 * The schedule of a database. What has been applied is kept there, so that moments that passed while
 * nothing ran are applied at the next start.
 */
export async function createSchedule(db: Database, logger: Logger): Promise<Schedule> {
  let last = await readMomentsApplied(db.query)
  /** Calls of apply are made one after the other. */
  let turn: Promise<void> = Promise.resolve()

  /** Nothing was applied to content that was imported before times were. */
  async function applyAll(trx: Transaction, now: number): Promise<StoredSource[]> {
    await writeMomentsApplied(trx, now)
    return readAllStored(trx)
  }

  /** The content with moments that another process has not applied meanwhile, announced as changed. */
  async function applySince(trx: Transaction, from: number, now: number): Promise<StoredSource[]> {
    const applied = await readMomentsApplied(trx)
    const start = applied !== null && isBetween(applied, from, now) ? applied : from
    const sources = await listMomentous(trx, Math.min(start, now), Math.max(start, now))
    if (sources.length === 0) return sources
    // Sales that open and dates that begin change no row, only answers.
    const changes = sources.map(({ kind, id }) => ({ kind, id, action: 'due' as const }))
    await announceChanges(trx, (await readContentVersion(trx)) ?? '', changes, now)
    await writeMomentsApplied(trx, now)
    return sources
  }

  async function applyPassage(from: number | null, now: number): Promise<void> {
    if (from !== null) {
      const [after, until] = [Math.min(from, now), Math.max(from, now)]
      if (!(await hasMoment(db.query, after, until))) return
    }
    const { items, changes } = await db.transaction(async (trx) => {
      await takeLock(trx, 'content')
      const sources = await (from === null ? applyAll(trx, now) : applySince(trx, from, now))
      const refreshed = await refreshContent(trx, sources, { now, audience: 'public', logger })
      return { items: sources.length, changes: refreshed }
    })
    if (items === 0) return
    const shown = changes.map(({ action, kind, slug }) => `${action} ${kind}/${slug}`)
    logger.info({ items, changes: shown.slice(0, 20) }, 'time was applied')
  }

  async function applyOnce(now: number): Promise<void> {
    if (now === last) return
    await applyPassage(last, now)
    last = now
  }

  return {
    apply(now) {
      const own = turn.then(() => applyOnce(now))
      turn = own.catch(() => undefined)
      return own
    },
    async findNext(now) {
      const { next } = await db.query
        .selectFrom('content_moment')
        .select(({ fn }) => fn.min<number | null>('at').as('next'))
        .where('at', '>', now)
        .executeTakeFirstOrThrow()
      return next
    },
  }
}
