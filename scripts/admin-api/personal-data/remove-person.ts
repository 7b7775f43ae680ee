import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { DeletionBlocker } from '#api/personal-data.ts'
import type { Config } from '../config.ts'
import { eraseAddresses, writeAudit } from '../db/audit.ts'
import { lockAccount } from '../db/locks.ts'
import type { Database, Transaction } from '../db/open.ts'
import { hasRows } from '../db/rows.ts'
import { queueMessage } from '../messages/outbox/queue-message.ts'
import { moveApplication } from '../modules/application/move.ts'
import { getOutboxFolder, removeMailsTo } from '../providers/mail/outbox-files.ts'
import type { Objects } from '../providers/storage/objects.ts'
import { listBlockers } from './blockers.ts'
import { readPerson, type Person, type TableRule } from './rule.ts'
import { TABLE_RULES } from './rules.ts'

interface RemovalSource {
  db: Database
  storage: Pick<Objects, 'remove'>
  config: Pick<Config, 'dataDir'>
}

interface Removal {
  userId: number
  /** Who requested it. A member's own request must be scheduled and due; staff can remove at once. */
  by: { kind: 'member' } | { kind: 'staff'; name: string }
  now: number
}

export type RemovalResult =
  | { kind: 'removed' }
  /** A login has cancelled the deletion in the meantime. */
  | { kind: 'cancelled' }
  | { kind: 'blocked'; blockers: DeletionBlocker[] }

/** Withdraws applications that are not closed, which releases their places. */
async function withdrawApplications(trx: Transaction, userId: number, now: number): Promise<void> {
  const open = await trx
    .selectFrom('application')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'in', ['received', 'in_review', 'waitlisted', 'accepted'])
    .execute()
  for (const { id } of open) await moveApplication(trx, { id, to: 'withdrawn', now })
}

/** Queues the last mail. It must be queued first: the removal erases the address. */
async function announceRemoval(trx: Transaction, userId: number, now: number): Promise<void> {
  await queueMessage(trx, {
    kind: 'account_deleted',
    record: { hasOrders: await hasRows(trx.selectFrom('order').where('user_id', '=', userId)) },
    userId,
    event: `account ${userId} deleted`,
    subject: null,
    now,
  })
}

/** Deletes or anonymises rows of every table, as the rule of the table defines. */
async function applyRules(
  trx: Transaction,
  select: (rule: TableRule) => RawBuilder<SqlBool>,
): Promise<void> {
  for (const [name, rule] of TABLE_RULES) {
    const rows = select(rule)
    const { removal, anonymised } = rule
    if (removal === 'delete') {
      await sql`delete from ${sql.table(name)} where ${rows}`.execute(trx)
    } else if (anonymised !== undefined) {
      const values = Object.entries(anonymised).map(
        ([column, value]) => sql`${sql.ref(column)} = ${value}`,
      )
      await sql`update ${sql.table(name)} set ${sql.join(values)} where ${rows}`.execute(trx)
    }
  }
}

/** Removes the data of all members from a copy of a database file that needs the content only. */
export async function removeEveryone(trx: Transaction): Promise<void> {
  await applyRules(trx, () => sql`true`)
  await eraseAddresses(trx, await trx.selectFrom('audit_log').select(['id', 'data']).execute())
}

async function removeRows(trx: Transaction, person: Person): Promise<void> {
  await applyRules(trx, ({ rows }) => rows(person))
  const entries = trx.selectFrom('audit_log').select(['id', 'data'])
  await eraseAddresses(trx, await entries.where('user_id', '=', person.id).execute())
}

const readUploadKeys = async (trx: Transaction, userId: number): Promise<string[]> => {
  const uploads = trx.selectFrom('upload').select('key').where('user_id', '=', userId)
  return (await uploads.execute()).map(({ key }) => key)
}

/** Marks the deletion as done. @returns false if the member's own request was cancelled or is not due */
async function finishDeletion(trx: Transaction, { userId, by, now }: Removal): Promise<boolean> {
  const done = { state: 'done', ended_at: now } as const
  if (by.kind === 'member') {
    const { numUpdatedRows } = await trx
      .updateTable('account_deletion')
      .set(done)
      .where('user_id', '=', userId)
      .where('state', '=', 'scheduled')
      .where('due_at', '<=', now)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
  await trx
    .insertInto('account_deletion')
    .values({ user_id: userId, requested_at: now, due_at: now, ...done })
    .onConflict((row) => row.column('user_id').doUpdateSet(done))
    .execute()
  return true
}

/**
 * Removes a person from the database and the file storage. Account data is deleted; records that the law
 * requires are kept without personal data. Nothing changes while `listBlockers` reports anything.
 */
export async function removePerson(
  { db, storage, config }: RemovalSource,
  removal: Removal,
): Promise<RemovalResult> {
  const { userId, by, now } = removal
  const result = await db.transaction(async (trx) => {
    await lockAccount(trx, userId)
    const blockers = await listBlockers(trx, userId, now)
    if (blockers.length > 0) return { kind: 'blocked', blockers } as const
    if (!(await finishDeletion(trx, removal))) return { kind: 'cancelled' } as const
    await withdrawApplications(trx, userId, now)
    await announceRemoval(trx, userId, now)
    const person = await readPerson(trx, userId)
    const keys = await readUploadKeys(trx, userId)
    await removeRows(trx, person)
    const data = { by: by.kind === 'staff' ? by.name : 'member' }
    await writeAudit(trx, { action: 'account removed', userId, data, at: now })
    return { kind: 'removed', keys, targets: person.targets } as const
  })
  if (result.kind !== 'removed') return result
  // Rows first: `deleteExpiredUploads` deletes files without a row.
  for (const key of result.keys) await storage.remove(key)
  await removeMailsTo(getOutboxFolder(config.dataDir), result.targets)
  return { kind: 'removed' }
}
