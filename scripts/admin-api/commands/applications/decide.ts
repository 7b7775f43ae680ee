import type { ApplicationStatus } from '#api/application.ts'
import { confirmPlan, type Consent, type Plan } from '../../../lib/command-line/confirm.ts'
import { stripControls } from '../../../lib/command-line/table.ts'
import { writeAudit } from '../../db/audit.ts'
import type { Database, Reader, Transaction } from '../../db/open.ts'
import { moveApplication, NEXT, reopenApplication } from '../../modules/application/move.ts'
import type { MoveResult } from '../../modules/application/move.ts'
import { CommandError, type StaffContext } from '../command.ts'
import { withExistingDatabase } from '../with-database.ts'
import { readStaffName } from '../staff.ts'

function describeRefusal(
  result: Exclude<MoveResult, { kind: 'moved' }>,
  id: number,
  goal: string,
): string {
  if (result.kind === 'unknown') return `There is no application ${id}`
  if (result.kind === 'superseded') {
    return `Application ${id} no longer counts: the member may apply again`
  }
  if (result.kind === 'full') return 'All places are taken: free one first'
  const next = NEXT[result.from].join(', ') || 'no change'
  return `Application ${id} is ${result.from} and cannot be ${goal}; possible: ${next}`
}

interface Change {
  id: number
  /** The new status or `reopened`, as in the audit log. */
  goal: string
  now: number
  run(trx: Transaction): Promise<MoveResult>
}

/** Makes a change and audits it in one transaction. @returns the previous status @throws CommandError */
function runChange(db: Database, { id, goal, now, run }: Change): Promise<string> {
  return db.transaction(async (trx) => {
    const result = await run(trx)
    if (result.kind !== 'moved') throw new CommandError(describeRefusal(result, id, goal))
    const data = { id, from: result.from, to: goal, by: readStaffName() }
    await writeAudit(trx, { action: 'application change', userId: result.userId, data, at: now })
    return result.from
  })
}

/** @throws CommandError if the application does not exist or cannot be withdrawn */
async function planWithdrawal(db: Reader, id: number): Promise<Plan> {
  const row = await db
    .selectFrom('application')
    .innerJoin('user', 'user.id', 'application.user_id')
    .select(['kind', 'item_id as item', 'status', 'nickname', 'mobile'])
    .where('application.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new CommandError(describeRefusal({ kind: 'unknown' }, id, 'withdrawn'))
  const { kind, item, status, nickname, mobile } = row
  if (!NEXT[status].includes('withdrawn')) {
    throw new CommandError(describeRefusal({ kind: 'illegal', from: status }, id, 'withdrawn'))
  }
  return {
    effects: [
      `Application ${id} to ${kind} ${item}, ${status}, of ${stripControls(nickname)}, ${mobile}`,
      'This is final: the place is released, and the member can apply again only after "reopen".',
    ],
    question: 'Withdraw this application?',
  }
}

/** Withdraws an application on behalf of the member; this cannot be undone. */
export async function withdraw(context: StaffContext, id: number, consent: Consent): Promise<void> {
  const plan = await withExistingDatabase(context.config(), (db) => planWithdrawal(db.query, id))
  if (!(await confirmPlan(plan, consent, context.terminal))) return
  await decide(context, id, 'withdrawn')
}

/** Changes the status of an application. */
export async function decide(
  { config, terminal }: StaffContext,
  id: number,
  to: ApplicationStatus,
): Promise<void> {
  await withExistingDatabase(config(), async (db) => {
    const now = Date.now()
    const run = (trx: Transaction) => moveApplication(trx, { id, to, now })
    const from = await runChange(db, { id, goal: to, now, run })
    terminal.print(`Application ${id} was ${from} and is now ${to}`)
  })
}

/** Allows the member to apply again after a closed application. */
export async function reopen({ config, terminal }: StaffContext, id: number): Promise<void> {
  await withExistingDatabase(config(), async (db) => {
    const now = Date.now()
    const run = (trx: Transaction) => reopenApplication(trx, id, now)
    await runChange(db, { id, goal: 'reopened', now, run })
    terminal.print(`Application ${id} no longer counts; the member may apply again`)
  })
}
