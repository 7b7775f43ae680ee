import { Option } from '@commander-js/extra-typings'
import {
  APPLICATION_KINDS,
  APPLICATION_STATUSES,
  type ApplicationStatus,
} from '#api/application.ts'
import { DRY_RUN_OPTION, YES_OPTION } from '../../../lib/command-line/confirm.ts'
import { JSON_OPTION } from '../../../lib/command-line/print-list.ts'
import type { Program, StaffContext } from '../command.ts'
import { readId, readReference } from '../staff.ts'
import { decide, reopen, withdraw } from './decide.ts'
import { exportApplications } from './export-table.ts'
import { listApplications } from './list.ts'
import { showApplication } from './show.ts'

const filters = {
  status: () => new Option('--status <status>').choices(APPLICATION_STATUSES),
  kind: () => new Option('--kind <kind>').choices(APPLICATION_KINDS),
  item: () => new Option('--item <id>', 'one course or activity').argParser(readId),
}
const ID = ['<id>', 'id or reference of the application, such as C-000012', readReference] as const

/** What staff do with applications; all of it also while the server runs. */
export function addApplicationCommands(program: Program, context: StaffContext): void {
  const applications = program
    .command('applications')
    .description('applications to courses and activities')

  applications
    .command('list')
    .description('list applications, the oldest first')
    .addOption(filters.status())
    .addOption(filters.kind())
    .addOption(filters.item())
    .option(...JSON_OPTION)
    .action((options) => listApplications(context, options))
  applications
    .command('show')
    .description('show one application: answers, history, files and where they lie')
    .argument(...ID)
    .action((id) => showApplication(context, id))

  const addDecision = (word: string, to: ApplicationStatus, summary: string) =>
    applications
      .command(word)
      .description(summary)
      .argument(...ID)
      .action((id) => decide(context, id, to))
  addDecision('review', 'in_review', 'take it into review, also to undo a decision')
  addDecision('accept', 'accepted', 'accept it')
  addDecision('waitlist', 'waitlisted', 'put it on the waiting list; its place becomes free')
  addDecision('decline', 'declined', 'decline it; its place becomes free')
  applications
    .command('withdraw')
    .description('withdraw it for the applicant; its place becomes free')
    .argument(...ID)
    .option(...YES_OPTION)
    .option(...DRY_RUN_OPTION)
    .action((id, consent) => withdraw(context, id, consent))

  applications
    .command('reopen')
    .description('let somebody apply again who was declined or withdrew')
    .argument(...ID)
    .action((id) => reopen(context, id))
  applications
    .command('export')
    .description('write a table with all answers, for a spreadsheet')
    .argument('<file.csv>', 'the file to write; never over another one')
    .addOption(filters.status())
    .addOption(filters.kind())
    .addOption(filters.item())
    .action((file, options) => exportApplications(context, file, options))
}
