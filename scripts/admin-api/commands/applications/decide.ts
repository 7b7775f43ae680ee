import type { ApplicationStatus } from '#api/application.ts'
import type { Consent, Plan } from '../../../lib/command-line/confirm.ts'
import { stripControls } from '../../../lib/command-line/table.ts'
import type { Database, Reader, Transaction } from '../../db/open.ts'
import { moveApplication, NEXT, reopenApplication } from '../../modules/application/move.ts'
import type { MoveResult } from '../../modules/application/move.ts'
import { auditStaff } from '../audit-staff.ts'
import { CommandError, type StaffContext } from '../command.ts'
import { requireKind, type ApplicationReference } from './reference.ts'
import { runPlanned, withExistingDatabase } from '../with-database.ts'

function describeRefusal(
  result: Exclude<MoveResult, { kind: 'moved' }>,
  id: number,
  goal: string,
): string {
  if (result.kind === 'unknown') return `There is no application ${id}: see \`applications list\``
  if (result.kind === 'superseded') {
    return `Application ${id} no longer counts: the member may apply again`
  }
  if (result.kind === 'full') return 'All places are taken: free one first'
  if (result.from === goal) return `Application ${id} is already ${goal}`
  const next = NEXT[result.from].join(', ') || 'no change'
  return `Application ${id} is ${result.from} and cannot be ${goal}; possible: ${next}`
}

/**
 * Makes a change and audits it in one transaction.
 * @param goal the new status or `reopened`, as in the audit log
 * @returns the previous status
 * @throws CommandError
 */
function runChange(
  db: Database,
  reference: ApplicationReference,
  { goal, now }: { goal: string; now: number },
  run: (trx: Transaction, now: number) => Promise<MoveResult>,
): Promise<string> {
  return db.transaction(async (trx) => {
    const { id } = reference
    await requireKind(trx, reference)
    const result = await run(trx, now)
    if (result.kind !== 'moved') throw new CommandError(describeRefusal(result, id, goal))
    const data = { id, from: result.from, to: goal }
    await auditStaff(trx, { action: 'application change', userId: result.userId, data, at: now })
    return result.from
  })
}

/** @throws CommandError if the application does not exist or cannot be withdrawn */
async function planWithdrawal(db: Reader, reference: ApplicationReference): Promise<Plan> {
  const { id } = reference
  await requireKind(db, reference)
  const { kind, item, status, nickname, mobile } = await db
    .selectFrom('application')
    .innerJoin('user', 'user.id', 'application.user_id')
    .select(['kind', 'item_id as item', 'status', 'nickname', 'mobile'])
    .where('application.id', '=', id)
    .executeTakeFirstOrThrow(
      () => new CommandError(describeRefusal({ kind: 'unknown' }, id, 'withdrawn')),
    )
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

async function move(
  db: Database,
  { terminal, now }: StaffContext,
  reference: ApplicationReference,
  to: ApplicationStatus,
): Promise<void> {
  const { id } = reference
  const from = await runChange(db, reference, { goal: to, now: now() }, (trx, at) =>
    moveApplication(trx, { id, to, now: at }),
  )
  terminal.print(`Application ${id} was ${from} and is now ${to}`)
}

/** Withdraws an application on behalf of the member; this cannot be undone. */
export const withdraw = (
  context: StaffContext,
  reference: ApplicationReference,
  consent: Consent,
): Promise<void> =>
  runPlanned(context, consent, {
    plan: (db) => planWithdrawal(db, reference),
    run: (db) => move(db, context, reference, 'withdrawn'),
  })

/** Changes the status of an application. */
export const decide = (
  context: StaffContext,
  reference: ApplicationReference,
  to: ApplicationStatus,
): Promise<void> => withExistingDatabase(context.config(), (db) => move(db, context, reference, to))

/** Allows the member to apply again after a closed application. */
export async function reopen(
  { config, terminal, now }: StaffContext,
  reference: ApplicationReference,
): Promise<void> {
  const { id } = reference
  await withExistingDatabase(config(), async (db) => {
    await runChange(db, reference, { goal: 'reopened', now: now() }, (trx, at) =>
      reopenApplication(trx, id, at),
    )
    terminal.print(`Application ${id} no longer counts; the member may apply again`)
  })
}
