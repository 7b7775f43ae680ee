import type { Logger } from '../../lib/logger.ts'
import type { Database } from '../db/open.ts'
import { readFirstStart } from '../db/settings.ts'
import { applyContent, type AppliedChange, type PlannedSource } from './apply.ts'
import { listDependents, planUnchanged } from './plan-stored.ts'
import {
  readStoredLegal,
  readStoredSections,
  readStoredSlugs,
  type StoredSource,
} from './stored-sources.ts'
import { isVisible, readWindow, type Viewpoint } from './visibility.ts'

interface Refreshing extends Omit<Viewpoint, 'firstStart'> {
  logger: Logger
}

/**
 * Writes the rows of stored content again, as it is shown at a moment and to an audience, and of
 * what depends on it. Nobody has edited it: what can no longer be read stays as it was, and is
 * logged. For use inside a transaction.
 */
export function refreshContent(
  db: Database,
  sources: readonly StoredSource[],
  { now, audience, logger }: Refreshing,
): AppliedChange[] {
  const viewpoint = { now, audience, firstStart: readFirstStart(db) ?? now }
  const shared = {
    ...viewpoint,
    slugs: readStoredSlugs(db),
    legal: readStoredLegal(db),
    sections: readStoredSections(db),
  }
  const switched = sources.filter(
    ({ published, data }) => published !== isVisible(readWindow(data), viewpoint),
  )
  const all = new Map(
    [...sources, ...switched.flatMap((source) => listDependents(db, source))].map((source) => [
      `${source.kind} ${source.id}`,
      source,
    ]),
  )
  const planned = [...all.values()].flatMap((source): PlannedSource[] => {
    try {
      return [{ ...planUnchanged(db, source, shared), edits: source.edits }]
    } catch (error) {
      const { kind, id, slug } = source
      logger.error({ err: error, kind, id, slug }, 'stored content could not be shown at its time')
      return []
    }
  })
  return applyContent(db, { planned, isWhole: false, now, isNews: audience === 'public' })
}
