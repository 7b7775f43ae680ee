import type { Reader, Transaction } from './open.ts'

type Key =
  | 'first_start'
  | 'content_version'
  | 'content_origin'
  | 'moments_applied'
  | 'search_version'
  | 'write_probe'
  | 'reminded_day'

async function readSetting(db: Reader, key: Key): Promise<string | null> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.value ?? null
}

async function writeSetting(trx: Transaction, key: Key, value: string): Promise<void> {
  await trx
    .insertInto('setting')
    .values({ key, value })
    .onConflict((row) => row.column('key').doUpdateSet({ value }))
    .execute()
}

async function readNumber(db: Reader, key: Key): Promise<number | null> {
  const value = await readSetting(db, key)
  return value === null ? null : Number(value)
}

/** The base of relative times in content (epoch ms); null before the first import. */
export const readFirstStart = (db: Reader): Promise<number | null> => readNumber(db, 'first_start')

export const writeFirstStart = (trx: Transaction, time: number): Promise<void> =>
  writeSetting(trx, 'first_start', String(time))

/** Version of the content; the build compares it to skip unchanged content. */
export const readContentVersion = (db: Reader): Promise<string | null> =>
  readSetting(db, 'content_version')

export const writeContentVersion = (trx: Transaction, version: string): Promise<void> =>
  writeSetting(trx, 'content_version', version)

/** The folder of the last import; null before the first. */
export const readContentOrigin = (db: Reader): Promise<string | null> =>
  readSetting(db, 'content_origin')

export const writeContentOrigin = (trx: Transaction, folder: string): Promise<void> =>
  writeSetting(trx, 'content_origin', folder)

/** Scheduled content changes have been applied up to this time (epoch ms); null before the first run. */
export const readMomentsApplied = (db: Reader): Promise<number | null> =>
  readNumber(db, 'moments_applied')

export const writeMomentsApplied = (trx: Transaction, time: number): Promise<void> =>
  writeSetting(trx, 'moments_applied', String(time))

/** Version of the tokenizer that wrote the search index; null while the index is empty. */
export const readSearchVersion = (db: Reader): Promise<string | null> =>
  readSetting(db, 'search_version')

export const writeSearchVersion = (trx: Transaction, version: string): Promise<void> =>
  writeSetting(trx, 'search_version', version)

/** The last day, in the venue's time zone, whose reminders were queued; null before the first. */
export const readRemindedDay = (db: Reader): Promise<string | null> =>
  readSetting(db, 'reminded_day')

export const writeRemindedDay = (trx: Transaction, day: string): Promise<void> =>
  writeSetting(trx, 'reminded_day', day)

/** Writes a meaningless value to test whether the database accepts writes. @param time epoch ms */
export const probeWrite = (trx: Transaction, time: number): Promise<void> =>
  writeSetting(trx, 'write_probe', String(time))
