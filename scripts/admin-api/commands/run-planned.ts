import { confirmPlan, type Consent, type Plan } from '../../lib/command-line/confirm.ts'
import type { Database, Reader } from '../db/open.ts'
import type { StaffContext } from './command.ts'
import { withExistingDatabase } from './with-database.ts'

interface PlannedCommand<P extends Plan> {
  plan(db: Reader): Promise<P>
  run(db: Database, plan: P): Promise<void>
}

/** Runs a destructive command once its plan is confirmed. The database is closed during the prompt. */
export async function runPlanned<P extends Plan>(
  { config, terminal }: StaffContext,
  consent: Consent,
  { plan, run }: PlannedCommand<P>,
): Promise<void> {
  const installation = config()
  const planned = await withExistingDatabase(installation, (db) => plan(db.query))
  if (!(await confirmPlan(planned, consent, terminal))) return
  await withExistingDatabase(installation, (db) => run(db, planned))
}
