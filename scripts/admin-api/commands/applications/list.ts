import { formatTime } from '../../venue-time.ts'
import { listForStaff } from '../../modules/application/for-staff.ts'
import type { StaffApplication } from '../../modules/application/for-staff.ts'
import type { CommandCall } from '../command.ts'
import { withExistingDatabase } from '../with-database.ts'
import { plain } from '../staff.ts'
import { readWanted } from './read-call.ts'

function describe(row: StaffApplication): string {
  const sent = formatTime(row.submitted_at).slice(0, 16).replace('T', ' ')
  const status = row.reopened_at === null ? row.status : `${row.status}*`
  const { name = '—' }: { name?: string } = JSON.parse(row.answers)
  const start = `${String(row.id).padStart(6)}  ${sent}  ${status.padEnd(11)}`
  return `${start}  ${row.kind.padEnd(8)}  ${plain(row.title)} · ${plain(name)}`
}

/** Prints applications in one line each. */
export async function list(call: CommandCall): Promise<void> {
  const wanted = readWanted(call)
  await withExistingDatabase(call.config().dataDir, (db) => {
    const rows = listForStaff(db, wanted)
    for (const row of rows) call.print(describe(row))
    call.print(`${rows.length} application(s)`)
    if (rows.some((row) => row.reopened_at !== null)) call.print('* may apply again')
  })
}
