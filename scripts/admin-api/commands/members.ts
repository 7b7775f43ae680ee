import { InvalidArgumentError } from '@commander-js/extra-typings'
import * as v from 'valibot'
import { JSON_OPTION, printList } from '../../lib/command-line/print-list.ts'
import type { Column } from '../../lib/command-line/table.ts'
import { writeAudit } from '../db/audit.ts'
import { formatTime } from '../venue-time.ts'
import type { Program, StaffContext } from './command.ts'
import { formatMinute, readStaffName } from './staff.ts'
import { withExistingDatabase } from './with-database.ts'

const MemberRows = v.array(
  v.object({
    id: v.number(),
    mobile: v.string(),
    nickname: v.string(),
    created_at: v.pipe(v.number(), v.transform(formatTime)),
    orders: v.number(),
    applications: v.number(),
    may_verify: v.pipe(
      v.number(),
      v.transform((flag) => flag === 1),
    ),
  }),
)

const MEMBERS = `SELECT id, mobile, nickname, created_at,
    (SELECT count(*) FROM "order" WHERE user_id = user.id) AS orders,
    (SELECT count(*) FROM application WHERE user_id = user.id) AS applications,
    EXISTS (SELECT 1 FROM verify_grant WHERE user_id = user.id) AS may_verify
  FROM user WHERE instr(mobile, ?) > 0 ORDER BY id`

const COLUMNS: Column<v.InferOutput<typeof MemberRows>[number]>[] = [
  { title: 'MEMBER', align: 'right', cell: ({ id }) => String(id) },
  { title: 'PHONE', cell: ({ mobile }) => mobile },
  { title: 'NICKNAME', cell: ({ nickname }) => nickname },
  { title: 'SINCE', cell: ({ created_at: at }) => formatMinute(Date.parse(at)) },
  { title: 'ORDERS', align: 'right', cell: ({ orders }) => String(orders) },
  { title: 'APPLICATIONS', align: 'right', cell: ({ applications }) => String(applications) },
  { title: 'DOOR', cell: ({ may_verify: mayVerify }) => (mayVerify ? 'may verify' : '') },
]

function readPhonePart(text: string): string {
  if (/^\+?\d{3,15}$/.test(text)) return text
  throw new InvalidArgumentError('Expected three digits of a phone number or more.')
}

/** Personal data: who listed how many members is written down. */
async function listMembers(
  { config, terminal }: StaffContext,
  phone: string,
  { json }: { json?: true | undefined },
): Promise<void> {
  await withExistingDatabase(config().dataDir, (db) => {
    const rows = v.parse(MemberRows, db.prepare(MEMBERS).all(phone))
    printList(terminal, rows, { columns: COLUMNS, noun: 'member', json })
    const data = { count: rows.length, by: readStaffName() }
    db.transact(() => writeAudit(db, { action: 'member list', userId: null, data, at: Date.now() }))
  })
}

/** Finding members. */
export function addMemberCommands(program: Program, context: StaffContext): void {
  program
    .command('members')
    .description('accounts of members')
    .command('list')
    .description('list the members with a phone number, or a part of one')
    .argument('<phone>', 'all of a phone number, or a part of it', readPhonePart)
    .option(...JSON_OPTION)
    .action((phone, options) => listMembers(context, phone, options))
}
