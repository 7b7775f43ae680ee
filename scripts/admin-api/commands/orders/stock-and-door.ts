import { writeAudit } from '../../db/audit.ts'
import type { Database } from '../../db/open.ts'
import { setStockInContent } from '../../content/edit-show.ts'
import { CommandError, type StaffContext } from '../command.ts'
import { readStaffName } from '../staff.ts'
import { withExistingDatabase } from '../with-database.ts'
import { findMember } from './filter.ts'

const readStock = (db: Database, showId: number, tierId: number) =>
  db
    .prepare('SELECT stock, held, sold FROM show_tier WHERE show_id = ? AND tier_id = ?')
    .get(showId, tierId)

/** Sets how many places of a price level there are; never fewer than are held and sold. */
export async function setStock(
  { config, terminal }: StaffContext,
  { showId, tierId, places }: { showId: number; tierId: number; places: number },
): Promise<void> {
  await withExistingDatabase(config().dataDir, (db) => {
    const before = db.transact(() => {
      const row = readStock(db, showId, tierId)
      if (!row) throw new CommandError(`Show ${showId} has no price level ${tierId}`)
      // One statement decides: a sale may come between reading and writing.
      const { changes } = db
        .prepare(
          'UPDATE show_tier SET stock = ?1 WHERE show_id = ?2 AND tier_id = ?3 AND held + sold <= ?1',
        )
        .run(places, showId, tierId)
      const [held, sold] = [Number(row['held']), Number(row['sold'])]
      if (changes === 0) {
        throw new CommandError(`${sold} are sold and ${held} held: no fewer than ${sold + held}`)
      }
      setStockInContent(db, { showId, tierId, places }, Date.now())
      const from = Number(row['stock'])
      const data = { show_id: showId, tier_id: tierId, from, to: places, by: readStaffName() }
      writeAudit(db, { action: 'stock set', userId: null, data, at: Date.now() })
      return from
    })
    terminal.print(`Show ${showId}, price level ${tierId}: ${before} places became ${places}`)
    terminal.print('It stays so until its content file says something new of "stock"')
  })
}

/** Gives an account the right to verify tickets at the door. */
export async function grantVerify(
  { config, terminal }: StaffContext,
  phone: string,
): Promise<void> {
  await withExistingDatabase(config().dataDir, (db) => {
    const member = findMember(db, phone)
    const now = Date.now()
    db.transact(() => {
      db.prepare(
        'INSERT INTO verify_grant (user_id, granted_at) VALUES (?, ?) ON CONFLICT DO NOTHING',
      ).run(member.id, now)
      const data = { by: readStaffName() }
      writeAudit(db, { action: 'grant verify', userId: member.id, data, at: now })
    })
    terminal.print(`Member ${member.id} may verify tickets`)
  })
}

/** Takes the right to verify away; what was verified stays verified. */
export async function revokeVerify(
  { config, terminal }: StaffContext,
  phone: string,
): Promise<void> {
  await withExistingDatabase(config().dataDir, (db) => {
    const member = findMember(db, phone)
    db.transact(() => {
      db.prepare('DELETE FROM verify_grant WHERE user_id = ?').run(member.id)
      const data = { by: readStaffName() }
      writeAudit(db, { action: 'revoke verify', userId: member.id, data, at: Date.now() })
    })
    terminal.print(`Member ${member.id} may not verify tickets`)
  })
}
