import { Option } from '@commander-js/extra-typings'
import {
  APPLICATION_KINDS,
  APPLICATION_STATUSES,
  type ApplicationStatus,
} from '#api/application.ts'
import { DRY_RUN_OPTION, YES_OPTION } from '../../../lib/command-line/confirm.ts'
import { JSON_OPTION } from '../../../lib/command-line/table.ts'
import type { Program, StaffContext } from '../command.ts'
import { listStaffApplications } from '../../modules/application/for-staff.ts'
import { readId } from '../staff.ts'
import { exportTable, listTable } from '../tables.ts'
import { decide, reopen, withdraw } from './decide.ts'
import { describeApplication, EXPORT_COLUMNS, LIST_COLUMNS, readExport } from './list.ts'
import { readReference } from './reference.ts'
import { showApplication } from './show.ts'

const filters = {
  status: () => new Option('--status <status>').choices(APPLICATION_STATUSES),
  kind: () => new Option('--kind <kind>').choices(APPLICATION_KINDS),
  item: () => new Option('--item <id>', 'one course or activity').argParser(readId),
}
const ID = ['<id>', 'id or reference of the application, such as C-000012', readReference] as const

/** Adds commands for applications. They can run beside the server. */
export function addApplicationCommands(program: Program, context: StaffContext): void {
  const applications = program
    .command('applications')
    .description('applications to courses and activities')

  applications
    .command('list')
    .description('list applications, oldest first')
    .addOption(filters.status())
    .addOption(filters.kind())
    .addOption(filters.item())
    .option(...JSON_OPTION)
    .action(({ json, ...filter }) =>
      listTable(context, json, {
        read: async (db) => (await listStaffApplications(db, filter)).map(describeApplication),
        columns: LIST_COLUMNS,
        noun: 'application',
        audits: true,
      }),
    )
  applications
    .command('show')
    .description('show an application: answers, history, and files with their paths')
    .argument(...ID)
    .action((id) => showApplication(context, id))

  const addDecision = (word: string, to: ApplicationStatus, summary: string) =>
    applications
      .command(word)
      .description(summary)
      .argument(...ID)
      .action((id) => decide(context, id, to))
  addDecision('review', 'in_review', 'start the review of an application, or undo a decision')
  addDecision('accept', 'accepted', 'accept an application')
  addDecision('waitlist', 'waitlisted', 'put an application on the waiting list; frees its place')
  addDecision('decline', 'declined', 'decline an application; frees its place')
  applications
    .command('withdraw')
    .description('withdraw an application on behalf of the member; frees its place')
    .argument(...ID)
    .option(...YES_OPTION)
    .option(...DRY_RUN_OPTION)
    .action((id, consent) => withdraw(context, id, consent))

  applications
    .command('reopen')
    .description('let a member apply again who was declined or has withdrawn')
    .argument(...ID)
    .action((id) => reopen(context, id))
  applications
    .command('export')
    .description('export applications with all answers as CSV')
    .argument('<file.csv>', 'the file to write; must not exist')
    .addOption(filters.status())
    .addOption(filters.kind())
    .addOption(filters.item())
    .action((file, filter) =>
      exportTable(context, file, {
        read: (db) => readExport(db, filter),
        columns: EXPORT_COLUMNS,
        noun: 'application',
      }),
    )
}
