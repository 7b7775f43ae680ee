import * as v from 'valibot'
import { APPLICATION_STATUSES, type ApplicationStatus } from '#api/application.ts'
import { confirmPlan, type Consent, type Plan } from '../../../lib/command-line/confirm.ts'
import { stripControls } from '../../../lib/command-line/table.ts'
import { writeAudit } from '../../db/audit.ts'
import type { Database } from '../../db/open.ts'
import { moveApplication, NEXT, reopenApplication } from '../../modules/application/move.ts'
import type { MoveResult } from '../../modules/application/move.ts'
import { CommandError, type StaffContext } from '../command.ts'
import { withExistingDatabase } from '../with-database.ts'
import { readStaffName } from '../staff.ts'

function explain(result: Exclude<MoveResult, { kind: 'moved' }>, id: number, goal: string): string {
  if (result.kind === 'unknown') return `There is no application ${id}`
  if (result.kind === 'superseded') {
    return `Application ${id} counts no longer: its sender may apply again`
  }
  if (result.kind === 'full') return `All places are taken: free one first`
  const next = NEXT[result.from].join(', ') || 'nothing else'
  return `Application ${id} is ${result.from} and cannot be ${goal}; it may become ${next}`
}

interface Change {
  id: number
  /** What it becomes, and the word for it in the audit log. */
  goal: string
  now: number
  run(): MoveResult
}

/** Makes a change in one transaction with its line in the audit log. @throws CommandError */
function change(db: Database, { id, goal, now, run }: Change): string {
  return db.transact(() => {
    const result = run()
    if (result.kind !== 'moved') throw new CommandError(explain(result, id, goal))
    const data = { id, from: result.from, to: goal, by: readStaffName() }
    writeAudit(db, { action: 'application change', userId: result.userId, data, at: now })
    return result.from
  })
}

const ApplicantSchema = v.object({
  kind: v.string(),
  item_id: v.number(),
  status: v.picklist(APPLICATION_STATUSES),
  nickname: v.string(),
  mobile: v.nullable(v.string()),
})

/** @throws CommandError when there is no such application */
function planWithdrawal(db: Database, id: number): Plan {
  const sql = `SELECT a.kind, a.item_id, a.status, u.nickname, u.mobile FROM application a
    JOIN user u ON u.id = a.user_id WHERE a.id = ?`
  const row = db.prepare(sql).get(id)
  if (!row) throw new CommandError(explain({ kind: 'unknown' }, id, 'withdrawn'))
  const { kind, item_id: item, status, nickname, mobile } = v.parse(ApplicantSchema, row)
  if (!NEXT[status].includes('withdrawn')) {
    throw new CommandError(explain({ kind: 'illegal', from: status }, id, 'withdrawn'))
  }
  return {
    effects: [
      `Application ${id} to ${kind} ${item}, ${status}, of ${stripControls(nickname)}, ${mobile ?? 'without a number'}`,
      'Withdrawn is final: its place becomes free, and only "reopen" lets the member apply again.',
    ],
    question: 'Withdraw this application?',
  }
}

/** Withdraws an application for its sender, which cannot be undone. */
export async function withdraw(context: StaffContext, id: number, consent: Consent): Promise<void> {
  const { dataDir } = context.config()
  const plan = await withExistingDatabase(dataDir, (db) => planWithdrawal(db, id))
  if (!(await confirmPlan(plan, consent, context.terminal))) return
  await decide(context, id, 'withdrawn')
}

/** Moves an application on. */
export async function decide(
  { config, terminal }: StaffContext,
  id: number,
  to: ApplicationStatus,
): Promise<void> {
  await withExistingDatabase(config().dataDir, (db) => {
    const now = Date.now()
    const run = () => moveApplication(db, { id, to, now })
    const from = change(db, { id, goal: to, now, run })
    terminal.print(`Application ${id} was ${from} and is ${to}`)
  })
}

/** Lets the sender of a closed application apply again. */
export async function reopen({ config, terminal }: StaffContext, id: number): Promise<void> {
  await withExistingDatabase(config().dataDir, (db) => {
    const now = Date.now()
    change(db, { id, goal: 'reopened', now, run: () => reopenApplication(db, id, now) })
    terminal.print(`Application ${id} is closed for good; its sender may apply again`)
  })
}
