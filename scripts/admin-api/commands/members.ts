import { InvalidArgumentError } from '@commander-js/extra-typings'
import {
  DRY_RUN_OPTION,
  YES_OPTION,
  type Consent,
  type Plan,
} from '../../lib/command-line/confirm.ts'
import { JSON_OPTION, type Column } from '../../lib/command-line/table.ts'
import { containsText } from '../../lib/db/contains-text.ts'
import { isUniqueViolation } from '../../lib/db/errors.ts'
import type { Reader } from '../db/open.ts'
import { hasRows } from '../db/rows.ts'
import { setMobile } from '../modules/login/change-account.ts'
import { endAllSessions } from '../sessions/sessions.ts'
import { formatTime } from '../venue-time.ts'
import { auditStaff } from './audit-staff.ts'
import { CommandError, type Program, type StaffContext } from './command.ts'
import { addRightsCommands } from './member-rights.ts'
import { findMember } from './orders/filter.ts'
import { formatMinute, PHONE, readPhone } from './staff.ts'
import { listTable } from './tables.ts'
import { runPlanned } from './with-database.ts'

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

interface PhoneChange {
  phone: string
  newPhone: string
}

const refuseTaken = (phone: string) =>
  new CommandError(`Another account has the phone number ${phone}`)

/** @throws CommandError if there is no such account, or another one has the new number */
async function planPhoneChange(
  db: Reader,
  { phone, newPhone }: PhoneChange,
): Promise<Plan & { userId: number }> {
  const { id: userId } = await findMember(db, phone)
  if (phone === newPhone) {
    throw new CommandError(`Member ${userId} already has the phone number ${phone}`)
  }
  const owner = db.selectFrom('user').where('mobile', '=', newPhone)
  if (await hasRows(owner)) throw refuseTaken(newPhone)
  return {
    effects: [
      `Member ${userId} logs in with ${newPhone} and is logged out on all devices`,
      `${phone} receives a notice of the change`,
    ],
    question: `Change the phone number of member ${userId}?`,
    userId,
  }
}

/** Changes the phone number of a member who cannot receive codes on the previous one. Audited. */
const changePhone = (context: StaffContext, change: PhoneChange, consent: Consent): Promise<void> =>
  runPlanned(context, consent, {
    plan: (db) => planPhoneChange(db, change),
    async run(db, { userId }) {
      await db
        .transaction(async (trx) => {
          await setMobile(trx, userId, change.newPhone, context.now())
          await endAllSessions(trx, userId)
          await auditStaff(trx, { action: 'change mobile', userId, data: {}, at: context.now() })
        })
        .catch((error: unknown) => {
          throw isUniqueViolation(error) ? refuseTaken(change.newPhone) : error
        })
      context.terminal.print(`Member ${userId}: the phone number is ${change.newPhone}`)
    },
  })

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
      return listTable(context, json, { read, columns: COLUMNS, noun: 'member', audits: true })
    })
  members
    .command('change-phone')
    .description('change the phone number of a member who has lost it, after checking who it is')
    .argument(...PHONE)
    .argument('<new-phone>', 'the new phone number', readPhone)
    .option(...YES_OPTION)
    .option(...DRY_RUN_OPTION)
    .action((phone, newPhone, options) => changePhone(context, { phone, newPhone }, options))
  addRightsCommands(members, context)
}
