import { takeLock } from '../../db/locks.ts'
import type { Reader, Transaction } from '../../db/open.ts'
import { setStockInContent } from '../../content/edit-date.ts'
import { auditStaff } from '../audit-staff.ts'
import { CommandError, type StaffContext } from '../command.ts'
import { withExistingDatabase } from '../with-database.ts'
import { findMember } from './filter.ts'
import { requireShow } from './shows.ts'

interface NewStock {
  showId: number
  tierId: number
  places: number
}

/** @throws CommandError if the content no longer has the show or the price level: their places are not sold */
async function requirePublished(trx: Transaction, { showId, tierId }: NewStock): Promise<void> {
  const show = trx.selectFrom('show').select('published').where('id', '=', showId)
  const tier = trx.selectFrom('tier').select('published').where('id', '=', tierId)
  const found = [await show.executeTakeFirstOrThrow(), await tier.executeTakeFirstOrThrow()]
  if (found.every(({ published }) => published === 1)) return
  throw new CommandError(`Price level ${tierId} of show ${showId} was removed from the content`)
}

/** @returns the previous number of places @throws CommandError if more are held and sold */
async function writeStock(trx: Transaction, { showId, tierId, places }: NewStock): Promise<number> {
  await takeLock(trx, 'content')
  await requireShow(trx, showId)
  const { stock, held, sold } = await trx
    .selectFrom('show_tier')
    .select(['stock', 'held', 'sold'])
    .where('show_id', '=', showId)
    .where('tier_id', '=', tierId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => {
      const hint = `see \`tiers list ${showId}\``
      return new CommandError(`Show ${showId} has no price level ${tierId}: ${hint}`)
    })
  await requirePublished(trx, { showId, tierId, places })
  if (held + sold > places) {
    throw new CommandError(
      `${sold} sold and ${held} held: no fewer than ${sold + held} are possible`,
    )
  }
  const tiers = trx.updateTable('show_tier').set({ stock: places }).where('show_id', '=', showId)
  await tiers.where('tier_id', '=', tierId).execute()
  return stock
}

/** A warning if a show has more places than its hall has seats, as that of `content check`; else none. */
async function findOversize(db: Reader, showId: number): Promise<string[]> {
  const { places, seats } = await db
    .selectFrom('show_tier')
    .innerJoin('show', 'show.id', 'show_tier.show_id')
    .innerJoin('hall', 'hall.id', 'show.hall_id')
    .select(({ fn }) => ['hall.seats', fn.sum<number>('show_tier.stock').as('places')])
    .where('show_tier.show_id', '=', showId)
    .groupBy('hall.id')
    .executeTakeFirstOrThrow()
  return places > seats ? [`Warning: ${places} tickets, but the hall has ${seats} seats`] : []
}

/** Sets the number of places of a price level; never fewer than are held and sold. */
export async function setStock(
  { config, terminal, now }: StaffContext,
  { showId, tierId, places }: NewStock,
): Promise<void> {
  await withExistingDatabase(config(), async (db) => {
    const before = await db.transaction(async (trx) => {
      const from = await writeStock(trx, { showId, tierId, places })
      await setStockInContent(trx, { showId, tierId, places }, now())
      const data = { show_id: showId, tier_id: tierId, from, to: places }
      await auditStaff(trx, { action: 'stock set', userId: null, data, at: now() })
      return from
    })
    terminal.print(`Show ${showId}, price level ${tierId}: ${before} places, now ${places}`)
    for (const warning of await findOversize(db.query, showId)) terminal.print(warning)
    terminal.print('The number applies until the content file changes "stock"')
  })
}

/** Gives an account the right to verify tickets at the door, or revokes it; earlier scans remain valid. */
export async function setVerify(
  { config, terminal, now }: StaffContext,
  phone: string,
  isGranted: boolean,
): Promise<void> {
  await withExistingDatabase(config(), async (db) => {
    const { id } = await findMember(db.query, phone)
    await db.transaction(async (trx) => {
      if (isGranted) {
        await trx
          .insertInto('verify_grant')
          .values({ user_id: id, granted_at: now() })
          .onConflict((row) => row.doNothing())
          .execute()
      } else {
        await trx.deleteFrom('verify_grant').where('user_id', '=', id).execute()
      }
      const action = isGranted ? 'grant verify' : 'revoke verify'
      await auditStaff(trx, { action, userId: id, data: {}, at: now() })
    })
    terminal.print(
      isGranted
        ? `Member ${id} may verify tickets, on the page /code/code of the site`
        : `Member ${id} may not verify tickets`,
    )
  })
}
