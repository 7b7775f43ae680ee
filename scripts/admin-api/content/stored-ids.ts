import type { Reader, Transaction } from '../db/open.ts'
import type { AssignedIds, NameWithId } from './assign-ids.ts'
import { ID_KINDS, ID_PLACES, type IdKind } from './parts.ts'

/** The highest id of a kind in use; 0 if there is none. */
async function readHighest(db: Reader, kind: IdKind): Promise<number> {
  const place = ID_PLACES[kind]
  if ('table' in place && place.table === null) return 0
  const rows =
    'news' in place
      ? db
          .selectFrom('news')
          .select(({ fn }) => fn.max<number | null>('id').as('highest'))
          .where('kind', '=', place.news)
      : db
          .selectFrom('table' in place ? place.table : place.textKind)
          .select(({ fn }) => fn.max<number | null>('id').as('highest'))
  return (await rows.executeTakeFirstOrThrow()).highest ?? 0
}

/** Reads all ids ever assigned to content of a database. */
export async function readAssignedIds(db: Reader): Promise<AssignedIds> {
  const rows = await db
    .selectFrom('content_number')
    .select(['kind', 'owner', 'name', 'id', 'is_current', 'title'])
    .execute()
  const names = rows.map(({ is_current, ...row }) => ({ ...row, isCurrent: is_current === 1 }))
  const highest = new Map<IdKind, number>()
  for (const kind of ID_KINDS) highest.set(kind, await readHighest(db, kind))
  for (const { kind, id } of names) highest.set(kind, Math.max(highest.get(kind) ?? 0, id))
  return { names, highest }
}

/** Stores the ids of an import. Call inside its transaction. */
export async function writeAssignedIds(
  trx: Transaction,
  names: readonly NameWithId[],
): Promise<void> {
  const current = trx.updateTable('content_number').where('is_current', '=', 1)
  await current.set({ is_current: 0 }).execute()
  for (const { kind, owner, name, id, title, isCurrent } of names) {
    const is_current = isCurrent ? (1 as const) : (0 as const)
    const values = { id, title, is_current }
    await trx
      .insertInto('content_number')
      .values({ kind, owner, name, ...values })
      .onConflict((row) => row.columns(['kind', 'owner', 'name']).doUpdateSet(values))
      .execute()
  }
}
