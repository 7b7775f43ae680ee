import type { Transaction } from '../../db/open.ts'
import type { Subject } from './find-applied.ts'

// Activities have places. A course seats those whom its teachers accept: it counts none here.

/** Takes a place in one conditional statement; false when there is none left. */
export async function takePlace(trx: Transaction, { kind, itemId }: Subject): Promise<boolean> {
  if (kind === 'course') return true
  const { numUpdatedRows } = await trx
    .updateTable('activity')
    .set((is) => ({ taken: is('taken', '+', 1) }))
    .where('id', '=', itemId)
    .whereRef('taken', '<', 'places')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Gives a place back that an application held. */
export async function freePlace(trx: Transaction, { kind, itemId }: Subject): Promise<void> {
  if (kind === 'course') return
  await trx
    .updateTable('activity')
    .set((is) => ({ taken: is('taken', '-', 1) }))
    .where('id', '=', itemId)
    .where('taken', '>', 0)
    .execute()
}
