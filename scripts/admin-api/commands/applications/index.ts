import type { ApplicationStatus } from '#api/application.ts'
import type { Command } from '../command.ts'
import { decide, reopen } from './decide.ts'
import { exportTable } from './export-table.ts'
import { list } from './list.ts'
import { show } from './show.ts'

const FILTERS = '[--status S] [--kind K]'

const decision = (word: string, to: ApplicationStatus, summary: string): Command => ({
  name: `applications ${word}`,
  usage: `applications ${word} ID`,
  summary,
  arguments: 1,
  run: (call) => decide(call, to),
})

/** What staff do with applications; all of it also while the server runs. */
export const applicationCommands: readonly Command[] = [
  {
    name: 'applications list',
    usage: `applications list ${FILTERS}`,
    summary: 'Applications in one line each, the oldest first',
    arguments: 0,
    options: ['status', 'kind'],
    run: list,
  },
  {
    name: 'applications show',
    usage: 'applications show ID',
    summary: 'One application: answers, history, files and where they lie',
    arguments: 1,
    run: show,
  },
  decision('review', 'in_review', 'Take it into review, also to undo a decision'),
  decision('accept', 'accepted', 'Accept it'),
  decision('waitlist', 'waitlisted', 'Put it on the waiting list; its place becomes free'),
  decision('decline', 'declined', 'Decline it; its place becomes free'),
  decision('withdraw', 'withdrawn', 'Withdraw it for the applicant; its place becomes free'),
  {
    name: 'applications reopen',
    usage: 'applications reopen ID',
    summary: 'Let somebody apply again who was declined or withdrew',
    arguments: 1,
    run: reopen,
  },
  {
    name: 'applications export',
    usage: `applications export FILE.csv ${FILTERS}`,
    summary: 'A table with all answers, for a spreadsheet',
    arguments: 1,
    options: ['status', 'kind'],
    run: exportTable,
  },
]
