import { DRY_RUN_OPTION, YES_OPTION, type Consent } from '../../lib/command-line/confirm.ts'
import { JSON_OPTION, type Column } from '../../lib/command-line/table.ts'
import { maskAddress } from '../client.ts'
import type { Reader } from '../db/open.ts'
import { endAllSessions, listLiveSessions } from '../sessions/sessions.ts'
import { formatTime } from '../venue-time.ts'
import { auditStaff } from './audit-staff.ts'
import type { Program, StaffContext } from './command.ts'
import { findMember } from './orders/filter.ts'
import { listTable } from './tables.ts'
import { runPlanned } from './with-database.ts'
import { formatMinute, PHONE } from './staff.ts'
import { formatCount } from '../../lib/format-count.ts'

async function listSessions(db: Reader, userId: number, { config, now }: StaffContext) {
  const sessions = await listLiveSessions(db, config().authMode, userId, now())
  return sessions.map(({ id, device, address, last_seen_at }) => ({
    id,
    device,
    address: maskAddress(address),
    last_seen_at: formatTime(last_seen_at),
  }))
}

const COLUMNS: Column<Awaited<ReturnType<typeof listSessions>>[number]>[] = [
  { title: 'ID', align: 'right', cell: ({ id }) => String(id) },
  { title: 'DEVICE', cell: ({ device }) => device },
  { title: 'ADDRESS', cell: ({ address }) => address },
  { title: 'LAST SEEN', cell: ({ last_seen_at: at }) => formatMinute(Date.parse(at)) },
]

/** Ends all sessions of a member, for a lost phone or a compromised account. Audited. */
const endSessions = (context: StaffContext, phone: string, consent: Consent): Promise<void> =>
  runPlanned(context, consent, {
    async plan(db) {
      const { id: userId } = await findMember(db, phone)
      const count = (await listSessions(db, userId, context)).length
      return {
        effects: [`Member ${userId} is logged out on ${formatCount(count, 'device')}`],
        question: 'End these sessions?',
        userId,
      }
    },
    async run(db, { userId }) {
      const count = await db.transaction(async (trx) => {
        const open = (await listSessions(trx, userId, context)).length
        await endAllSessions(trx, userId)
        await auditStaff(trx, {
          action: 'end sessions',
          userId,
          data: { sessions: open },
          at: context.now(),
        })
        return open
      })
      context.terminal.print(`Member ${userId}: ${formatCount(count, 'session')} ended`)
    },
  })

/** Adds commands to list and end the sessions of a member. */
export function addSessionCommands(program: Program, context: StaffContext): void {
  const sessions = program.command('sessions').description('sessions of members')
  sessions
    .command('list')
    .description('list the devices on which a member is logged in')
    .argument(...PHONE)
    .option(...JSON_OPTION)
    .action((phone, { json }) =>
      listTable(context, json, {
        async read(db) {
          const { id } = await findMember(db, phone)
          return listSessions(db, id, context)
        },
        columns: COLUMNS,
        noun: 'session',
        audits: true,
      }),
    )
  sessions
    .command('end')
    .description('log out a member on all devices')
    .argument(...PHONE)
    .option(...YES_OPTION)
    .option(...DRY_RUN_OPTION)
    .action((phone, options) => endSessions(context, phone, options))
}
