import { formatReference } from '#i18n/format.ts'
import { readEvents } from '../../db/events.ts'
import { describeMessages } from '../../messages/outbox/for-staff.ts'
import { formatTime } from '../../venue-time.ts'
import { describeAnswers, QUESTIONS } from '../../modules/application/describe-answers.ts'
import { listStaffApplications, readApplicationFiles } from '../../modules/application/for-staff.ts'
import type { StaffApplication, StaffFile } from '../../modules/application/for-staff.ts'
import { NEXT } from '../../modules/application/move.ts'
import { openFileStore } from '../../../lib/file-store/open-file-store.ts'
import { stripControls } from '../../../lib/command-line/table.ts'
import { auditRead } from '../audit-staff.ts'
import { CommandError, type StaffContext } from '../command.ts'
import { withExistingDatabase } from '../with-database.ts'
import { requireKind, type ApplicationReference } from './reference.ts'
import { nameKept } from '../../providers/storage/objects.ts'

const MEBIBYTE = 1024 * 1024

function describeFile(file: StaffFile, locate: (key: string) => string): string {
  const size = `${(file.bytes / MEBIBYTE).toFixed(1)} MiB`
  const length = file.duration_s === null ? '' : `, ${Math.round(file.duration_s)} s`
  const name = `${file.kind}: ${stripControls(file.name)} (${size}${length})`
  if (file.state !== 'ready') return `  ${name}, deleted`
  return `  ${name}\n    ${locate(file.key)}`
}

function describeAnswer({ field, answer }: ReturnType<typeof describeAnswers>[number]): string {
  // Answers with several lines are indented.
  const lines = answer.split('\n').map(stripControls)
  const text = lines.length > 1 ? `\n    ${lines.join('\n    ')}` : ` ${lines[0] ?? ''}`
  return `  ${QUESTIONS[field]}:${text}`
}

function describeHead(row: StaffApplication): string[] {
  const next = row.reopened_at === null ? NEXT[row.status].join(', ') : ''
  return [
    `Application ${row.id} (${formatReference(row.kind, row.id)}): ${row.kind} ${row.item_id}, ${stripControls(row.title)}`,
    `Status ${row.status}; possible: ${next || 'no change'}`,
    `Member ${row.user_id}, ${stripControls(row.nickname)}, ${row.account_mobile}`,
  ]
}

/** Prints an application with its history, messages, answers and files. Audited. */
export async function showApplication(
  context: StaffContext,
  reference: ApplicationReference,
): Promise<void> {
  const { id } = reference
  const config = context.config()
  const store = await openFileStore(config)
  const locate = (key: string) => store.locate(nameKept(key))
  await withExistingDatabase(config, async (db) => {
    await requireKind(db.query, reference)
    const [row] = await listStaffApplications(db.query, { id })
    if (!row) throw new CommandError(`There is no application ${id}: see \`applications list\``)
    const answers = describeAnswers(row.answers).filter(({ answer }) => answer !== '')
    const files = (await readApplicationFiles(db.query)).get(id) ?? []
    const events = await readEvents(db.query, 'application', id)
    const history = events.map(({ event, at }) => `  ${formatTime(at)}  ${event}`)
    const lines = [
      ...describeHead(row),
      'History',
      ...history,
      'Messages',
      ...(await describeMessages(db.query, 'application', id)),
      'Answers',
      ...(answers.length > 0 ? answers.map(describeAnswer) : ['  deleted']),
      ...(files.length > 0 ? ['Files', ...files.map((file) => describeFile(file, locate))] : []),
    ]
    for (const line of lines) context.terminal.print(line)
    await auditRead(db, {
      action: 'application show',
      userId: row.user_id,
      data: { id },
      at: context.now(),
    })
  })
}
