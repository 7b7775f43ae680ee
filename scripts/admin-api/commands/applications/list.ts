import { formatReference } from '#i18n/format.ts'
import { printList } from '../../../lib/command-line/print-list.ts'
import type { Column } from '../../../lib/command-line/table.ts'
import { formatTime } from '../../venue-time.ts'
import {
  listForStaff,
  type ApplicationFilter,
  type StaffApplication,
} from '../../modules/application/for-staff.ts'
import type { StaffContext } from '../command.ts'
import { formatMinute } from '../staff.ts'
import { withExistingDatabase } from '../with-database.ts'

/** An application in the output of `--json`. */
function describe(row: StaffApplication) {
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

const COLUMNS: Column<ReturnType<typeof describe>>[] = [
  { title: 'REFERENCE', cell: ({ reference }) => reference },
  { title: 'SENT', cell: ({ submitted_at: at }) => formatMinute(Date.parse(at)) },
  { title: 'STATUS', cell: ({ status, reopened }) => (reopened ? `${status}*` : status) },
  { title: 'KIND', cell: ({ kind }) => kind },
  { title: 'ITEM', align: 'right', cell: ({ item_id: id }) => String(id) },
  { title: 'TITLE', cell: ({ title }) => title },
  { title: 'NAME', cell: ({ name }) => name ?? '—' },
  { title: 'PHONE', cell: ({ mobile }) => mobile },
]

/** Prints one line per application. */
export async function listApplications(
  { config, terminal }: StaffContext,
  { json, ...filter }: ApplicationFilter & { json?: true | undefined },
): Promise<void> {
  await withExistingDatabase(config(), async (db) => {
    const rows = (await listForStaff(db.query, filter)).map(describe)
    printList(terminal, rows, { columns: COLUMNS, noun: 'application', json })
    if (!json && rows.some(({ reopened }) => reopened)) terminal.print('* may apply again')
  })
}
