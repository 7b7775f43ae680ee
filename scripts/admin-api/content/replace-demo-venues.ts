import type { Transaction } from '../db/open.ts'

/**
 * Gives the venues that only the demo had the address of the organisation. Their halls stay, because orders
 * that were tried out in the demo name them: members must not be sent to an invented street.
 */
export async function replaceDemoVenues(trx: Transaction): Promise<void> {
  const own = await trx
    .selectFrom('venue')
    .select(['city_id', 'name', 'address', 'transport'])
    .where('published', '=', 1)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  if (own) await trx.updateTable('venue').set(own).where('published', '=', 0).execute()
}
