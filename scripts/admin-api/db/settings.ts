import type { Database } from './open.ts'
import { upsert } from './write.ts'

type Key = 'first_start' | 'content_version' | 'content_origin' | 'moments_applied' | 'write_probe'

function readSetting(db: Database, key: Key): string | null {
  const row = db.prepare('SELECT value FROM setting WHERE key = ?').get(key)
  return row ? String(row['value']) : null
}

/** The moment that relative times of content count from, null before the first import. */
export function readFirstStart(db: Database): number | null {
  const value = readSetting(db, 'first_start')
  return value === null ? null : Number(value)
}

export function writeFirstStart(db: Database, time: number): void {
  upsert(db, 'setting', ['key'], { key: 'first_start', value: String(time) })
}

/** Tells one state of the content from another; the build asks for it to know whether to build. */
export function readContentVersion(db: Database): string | null {
  return readSetting(db, 'content_version')
}

export function writeContentVersion(db: Database, version: string): void {
  upsert(db, 'setting', ['key'], { key: 'content_version', value: version })
}

/** The folder that the content was imported from last, null before the first import. */
export function readContentOrigin(db: Database): string | null {
  return readSetting(db, 'content_origin')
}

export function writeContentOrigin(db: Database, folder: string): void {
  upsert(db, 'setting', ['key'], { key: 'content_origin', value: folder })
}

/** The moment up to which time has been applied to the content, null when it never was. */
export function readMomentsApplied(db: Database): number | null {
  const value = readSetting(db, 'moments_applied')
  return value === null ? null : Number(value)
}

export function writeMomentsApplied(db: Database, time: number): void {
  upsert(db, 'setting', ['key'], { key: 'moments_applied', value: String(time) })
}

/** Writes a row that means nothing, to find out whether the database takes writes. @param time epoch ms */
export function probeWrite(db: Database, time: number): void {
  upsert(db, 'setting', ['key'], { key: 'write_probe', value: String(time) })
}
