import { InvalidArgumentError } from '@commander-js/extra-typings'
import { JSON_OPTION, type Column } from '../../lib/command-line/table.ts'
import { containsText } from '../../lib/db/contains-text.ts'
import type { Reader } from '../db/open.ts'
import { formatTime } from '../venue-time.ts'
import type { Program, StaffContext } from './command.ts'
import { addPhoneCommand } from './member-phone.ts'
import { addRightsCommands } from './member-rights.ts'
import { formatMinute } from './staff.ts'
import { listTable } from './tables.ts'

/** Members whose phone number contains `phone`. */
async function readMembers(db: Reader, phone: string) {
  const members = await db
    .selectFrom('user')
    .leftJoin('verify_grant', 'verify_grant.user_id', 'user.id')
    .select(['user.id', 'mobile', 'nickname', 'created_at', 'granted_at'])
    .select(({ selectFrom }) => [
      selectFrom('order')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('order.user_id', '=', 'user.id')
        .as('orders'),
      selectFrom('application')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('application.user_id', '=', 'user.id')
        .as('applications'),
    ])
    .where(containsText('mobile', phone))
    .orderBy('user.id')
    .execute()
  return members.map(({ created_at, granted_at, orders, applications, ...member }) => ({
    ...member,
    created_at: formatTime(created_at),
    orders: orders ?? 0,
    applications: applications ?? 0,
    may_verify: granted_at !== null,
  }))
}

const COLUMNS: Column<Awaited<ReturnType<typeof readMembers>>[number]>[] = [
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
  throw new InvalidArgumentError('Expected at least three digits of a phone number.')
}

/** Adds commands to find members, to change their phone number, and to export and delete their data. */
export function addMemberCommands(program: Program, context: StaffContext): void {
  const members = program.command('members').description('accounts of members')
  members
    .command('list')
    .description('list members by phone number, or a part of it')
    .argument('<phone>', 'a phone number, or a part of it', readPhonePart)
    .option(...JSON_OPTION)
    .action((phone, { json }) => {
      const read = (db: Reader) => readMembers(db, phone)
      return listTable(context, json, { read, columns: COLUMNS, noun: 'member' }, { audits: true })
    })
  addPhoneCommand(members, context)
  addRightsCommands(members, context)
}
