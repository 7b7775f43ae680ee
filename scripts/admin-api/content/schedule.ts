import type { Logger } from '../../lib/logger.ts'
import { announceChanges } from '../publishing/outbox.ts'
import type { Database } from '../db/open.ts'
import { readContentVersion, readMomentsApplied, writeMomentsApplied } from '../db/settings.ts'
import { refreshContent } from './refresh-content.ts'
import { hasMoment, listMomentous, readAllStored } from './stored-sources.ts'

/** Keeps content in line with the clock: what is shown, and what the site is notified of. */
export interface Schedule {
  /**
   * Applies what lies between the last call and now, in either direction: items are shown or hidden,
   * and the site is notified of every item whose state is another one.
   * @param now epoch ms
   */
  apply(now: number): void
  /** The next moment at which public answers change by time alone, in epoch ms; null without one. */
  findNext(now: number): number | null
}

/**
 * The schedule of a database. What has been applied is kept there, so that moments that passed while
 * nothing ran are applied at the next start.
 */
export function createSchedule(db: Database, logger: Logger): Schedule {
  let last = readMomentsApplied(db)

  function applyPassage(from: number | null, now: number): void {
    const [after, until] = [Math.min(from ?? now, now), Math.max(from ?? now, now)]
    if (from !== null && !hasMoment(db, after, until)) return
    db.transact(() => {
      const sources = from === null ? readAllStored(db) : listMomentous(db, after, until)
      if (from !== null) {
        // Sales that open and dates that begin change no row, only answers.
        const changes = sources.map(({ kind, id }) => ({ kind, id, action: 'due' as const }))
        announceChanges(db, readContentVersion(db) ?? '', changes, now)
      }
      const changes = refreshContent(db, sources, { now, audience: 'public', logger })
      writeMomentsApplied(db, now)
      const shown = changes.map(({ action, kind, slug }) => `${action} ${kind}/${slug}`)
      logger.info({ items: sources.length, changes: shown.slice(0, 20) }, 'time was applied')
    })
  }

  return {
    apply(now) {
      if (now === last) return
      applyPassage(last, now)
      last = now
    },
    findNext(now) {
      const row = db.prepare('SELECT min(at) AS at FROM content_moment WHERE at > ?').get(now)
      const at = row?.['at']
      return typeof at === 'number' ? at : null
    },
  }
}
