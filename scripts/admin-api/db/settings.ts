import type { Reader, Transaction } from './open.ts'

/** Settings with a time, epoch ms. */
type TimeKey =
  /** The base of relative times in content; null before the first import. */
  | 'first_start'
  /** Scheduled content changes have been applied up to this time; null before the first run. */
  | 'moments_applied'
  /** A meaningless value, written to test whether the database accepts writes. */
  | 'write_probe'

type TextKey =
  /** Version of the content; the build compares it to skip unchanged content. */
  | 'content_version'
  /** The folder of the last import; null before the first. */
  | 'content_origin'
  /** Version of the tokenizer that wrote the search index; null while the index is empty. */
  | 'search_version'
  /** The last day, in the venue's time zone, whose reminders were queued; null before the first. */
  | 'reminded_day'

export async function readSetting(db: Reader, key: TimeKey | TextKey): Promise<string | null> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.value ?? null
}

/** @returns epoch ms */
export async function readTimeSetting(db: Reader, key: TimeKey): Promise<number | null> {
  const value = await readSetting(db, key)
  return value === null ? null : Number(value)
}

export async function writeSetting(
  trx: Transaction,
  key: TimeKey | TextKey,
  given: string | number,
): Promise<void> {
  const value = String(given)
  await trx
    .insertInto('setting')
    .values({ key, value })
    .onConflict((row) => row.column('key').doUpdateSet({ value }))
    .execute()
}
