import type { Transaction } from '../db/open.ts'

/**
 * Replaces the addresses of demo venues by that of the organisation's first venue. Test orders still refer
 * to halls of the demo, and members must not be sent to a fictitious address.
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
