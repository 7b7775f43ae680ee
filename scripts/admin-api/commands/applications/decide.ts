import type { ApplicationStatus } from '#api/application.ts'
import type { Consent, Plan } from '../../../lib/command-line/confirm.ts'
import { stripControls } from '../../../lib/command-line/table.ts'
import type { Database, Reader, Transaction } from '../../db/open.ts'
import { moveApplication, NEXT, reopenApplication } from '../../modules/application/move.ts'
import type { MoveResult } from '../../modules/application/move.ts'
import { auditStaff } from '../audit-staff.ts'
import { CommandError, type StaffContext } from '../command.ts'
import { runPlanned } from '../run-planned.ts'
import { withExistingDatabase } from '../with-database.ts'

function explain(result: Exclude<MoveResult, { kind: 'moved' }>, id: number, goal: string): string {
  if (result.kind === 'unknown') return `There is no application ${id}`
  if (result.kind === 'superseded') {
    return `Application ${id} counts no longer: its sender may apply again`
  }
  if (result.kind === 'full') return `All places are taken: free one first`
  const next = NEXT[result.from].join(', ') || 'nothing else'
  return `Application ${id} is ${result.from} and cannot be ${goal}; it may become ${next}`
}

/**
 * Makes a change in one transaction with its line in the audit log.
 * @param goal what the application becomes, and the word for it in the audit log
 * @returns the status before
 * @throws CommandError
 */
function change(
  db: Database,
  id: number,
  goal: string,
  run: (trx: Transaction) => Promise<MoveResult>,
): Promise<string> {
  return db.transaction(async (trx) => {
    const result = await run(trx)
    if (result.kind !== 'moved') throw new CommandError(explain(result, id, goal))
    const data = { id, from: result.from, to: goal }
    await auditStaff(trx, 'application change', result.userId, data)
    return result.from
  })
}

/** @throws CommandError when there is no such application */
async function planWithdrawal(db: Reader, id: number): Promise<Plan> {
  const row = await db
    .selectFrom('application')
    .innerJoin('user', 'user.id', 'application.user_id')
    .select(['kind', 'item_id as item', 'status', 'nickname', 'mobile'])
    .where('application.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new CommandError(explain({ kind: 'unknown' }, id, 'withdrawn'))
  const { kind, item, status, nickname, mobile } = row
  if (!NEXT[status].includes('withdrawn')) {
    throw new CommandError(explain({ kind: 'illegal', from: status }, id, 'withdrawn'))
  }
  return {
    effects: [
      `Application ${id} to ${kind} ${item}, ${status}, of ${stripControls(nickname)}, ${mobile}`,
      'Withdrawn is final: its place becomes free, and only "reopen" lets the member apply again.',
    ],
    question: 'Withdraw this application?',
  }
}

async function move(
  db: Database,
  { terminal }: StaffContext,
  id: number,
  to: ApplicationStatus,
): Promise<void> {
  const from = await change(db, id, to, (trx) => moveApplication(trx, { id, to, now: Date.now() }))
  terminal.print(`Application ${id} was ${from} and is ${to}`)
}

/** Withdraws an application for its sender, which cannot be undone. */
export const withdraw = (context: StaffContext, id: number, consent: Consent): Promise<void> =>
  runPlanned(context, consent, {
    plan: (db) => planWithdrawal(db, id),
    run: (db) => move(db, context, id, 'withdrawn'),
  })

/** Moves an application on. */
export const decide = (context: StaffContext, id: number, to: ApplicationStatus): Promise<void> =>
  withExistingDatabase(context.config(), (db) => move(db, context, id, to))

/** Lets the sender of a closed application apply again. */
export async function reopen({ config, terminal }: StaffContext, id: number): Promise<void> {
  await withExistingDatabase(config(), async (db) => {
    await change(db, id, 'reopened', (trx) => reopenApplication(trx, id, Date.now()))
    terminal.print(`Application ${id} is closed for good; its sender may apply again`)
  })
}
