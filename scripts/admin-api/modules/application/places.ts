import type { Transaction } from '../../db/open.ts'
import type { Subject } from './find-applied.ts'

// Only activities have a limited number of places; courses accept as many as their teachers decide.

/** Takes a place in one conditional statement. @returns false when there is none left */
export async function takePlace(trx: Transaction, { kind, itemId }: Subject): Promise<boolean> {
  if (kind === 'course') return true
  const { numUpdatedRows } = await trx
    .updateTable('activity')
    .set((eb) => ({ taken: eb('taken', '+', 1) }))
    .where('id', '=', itemId)
    .whereRef('taken', '<', 'places')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Releases the place of an application. */
export async function releasePlace(trx: Transaction, { kind, itemId }: Subject): Promise<void> {
  if (kind === 'course') return
  await trx
    .updateTable('activity')
    .set((eb) => ({ taken: eb('taken', '-', 1) }))
    .where('id', '=', itemId)
    .where('taken', '>', 0)
    .execute()
}
