import { formatReference } from '#i18n/format.ts'
import type { Column } from '../../../lib/command-line/table.ts'
import type { Reader } from '../../db/open.ts'
import { describeAnswers, QUESTIONS } from '../../modules/application/describe-answers.ts'
import { formatTime } from '../../venue-time.ts'
import {
  listStaffApplications,
  readApplicationFiles,
  type ApplicationFilter,
  type StaffApplication,
} from '../../modules/application/for-staff.ts'
import { formatMinute, formatTimeIfAny } from '../staff.ts'

/** An application in the output of `--json`. */
export function describeApplication(row: StaffApplication) {
  const { name }: { name?: string } = JSON.parse(row.answers)
  return {
    id: row.id,
    reference: formatReference(row.kind, row.id),
    submitted_at: formatTime(row.submitted_at),
    status: row.status,
    /** Whether the member may apply again. */
    reopened: row.reopened_at !== null,
    kind: row.kind,
    item_id: row.item_id,
    title: row.title,
    name: name ?? null,
    mobile: row.account_mobile,
  }
}

export const LIST_COLUMNS: Column<ReturnType<typeof describeApplication>>[] = [
  { title: 'REFERENCE', cell: ({ reference }) => reference },
  { title: 'SENT', cell: ({ submitted_at: at }) => formatMinute(Date.parse(at)) },
  { title: 'STATUS', cell: ({ status, reopened }) => (reopened ? `${status}, reopened` : status) },
  { title: 'KIND', cell: ({ kind }) => kind },
  { title: 'ITEM', align: 'right', cell: ({ item_id: id }) => String(id) },
  { title: 'TITLE', cell: ({ title }) => title },
  { title: 'NAME', cell: ({ name }) => name ?? '—' },
  { title: 'PHONE', cell: ({ mobile }) => mobile },
]

/** Reads applications with their answers and files. */
export async function readExport(db: Reader, filter: ApplicationFilter) {
  const files = await readApplicationFiles(db)
  const rows = await listStaffApplications(db, filter)
  return rows.map((row) => ({
    ...row,
    answers: describeAnswers(row.answers),
    files: files.get(row.id) ?? [],
  }))
}

export const EXPORT_COLUMNS: Column<Awaited<ReturnType<typeof readExport>>[number]>[] = [
  { title: '编号 Number', cell: (row) => String(row.id) },
  { title: '类别 Kind', cell: (row) => row.kind },
  { title: '项目编号 Item', cell: (row) => String(row.item_id) },
  { title: '项目 Title', cell: (row) => row.title },
  { title: '状态 Status', cell: (row) => row.status },
  { title: '提交时间 Sent', cell: (row) => formatTime(row.submitted_at) },
  { title: '决定时间 Decided', cell: (row) => formatTimeIfAny(row.decided_at) },
  { title: '会员 Member', cell: (row) => String(row.user_id) },
  { title: '账户手机 Mobile of the account', cell: (row) => row.account_mobile },
  // Answers are in the order of the questions.
  ...Object.values(QUESTIONS).map((title, index) => ({
    title,
    cell: ({ answers }: { answers: ReturnType<typeof describeAnswers> }) =>
      answers[index]?.answer ?? '',
  })),
  {
    title: '文件 Files',
    cell: ({ files }) => files.map(({ kind, name }) => `${kind}: ${name}`).join('; '),
  },
]
