import { writeCsv } from '../../../lib/write-csv.ts'
import { writeAudit } from '../../db/audit.ts'
import { formatTime } from '../../venue-time.ts'
import { describeAnswers, QUESTIONS } from '../../modules/application/describe-answers.ts'
import {
  listForStaff,
  readApplicationFiles,
  type ApplicationFilter,
} from '../../modules/application/for-staff.ts'
import type { StaffApplication, StaffFile } from '../../modules/application/for-staff.ts'
import type { StaffContext } from '../command.ts'
import { withExistingDatabase } from '../with-database.ts'
import { readStaffName, writeNewFile } from '../staff.ts'
import { formatCount } from '../../../lib/format-count.ts'

const HEAD = [
  '编号 Number',
  '类别 Kind',
  '项目编号 Item',
  '项目 Title',
  '状态 Status',
  '提交时间 Sent',
  '决定时间 Decided',
  '会员 Member',
  '账号手机 Mobile of the account',
  ...Object.values(QUESTIONS),
  '文件 Files',
]

function describeRow(row: StaffApplication, files: readonly StaffFile[]): string[] {
  return [
    String(row.id),
    row.kind,
    String(row.item_id),
    row.title,
    row.status,
    formatTime(row.submitted_at),
    row.decided_at === null ? '' : formatTime(row.decided_at),
    String(row.user_id),
    row.account_mobile,
    ...describeAnswers(row.answers).map(({ answer }) => answer),
    files.map(({ kind, name }) => `${kind}: ${name}`).join('; '),
  ]
}

/** Exports applications with all answers as CSV. Never overwrites a file. */
export async function exportApplications(
  { config, terminal }: StaffContext,
  file: string,
  filter: ApplicationFilter,
): Promise<void> {
  await withExistingDatabase(config(), async (db) => {
    const files = await readApplicationFiles(db.query)
    const rows = await listForStaff(db.query, filter)
    writeNewFile(
      file,
      writeCsv([HEAD, ...rows.map((row) => describeRow(row, files.get(row.id) ?? []))]),
    )
    const data = { count: rows.length, by: readStaffName() }
    const entry = { action: 'application export', userId: null, data, at: Date.now() }
    await db.transaction((trx) => writeAudit(trx, entry))
    terminal.print(`${formatCount(rows.length, 'application')} in ${file}`)
  })
}
