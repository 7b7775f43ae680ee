import { Argument, Option } from '@commander-js/extra-typings'
import { LOCALES, type Locale } from '#api/language.ts'
import { DEFAULT_LOCALE } from '#i18n/locales.ts'
import { JSON_OPTION, stripControls, type Column } from '../../lib/command-line/table.ts'
import type { Reader } from '../db/open.ts'
import { composeMessage, composeSms } from '../messages/compose-message.ts'
import { loadMessageContext } from '../messages/load-context.ts'
import type { MessageName } from '../messages/message-data.ts'
import { isOptional, listChannels, MESSAGE_NAMES } from '../messages/message-kinds.ts'
import { composeFooter } from '../messages/mail/footer.ts'
import { writePlainText } from '../messages/mail/plain-text.ts'
import type { MessageContext } from '../messages/message.ts'
import { describeState, listMessages, resendMessage } from '../messages/outbox/for-staff.ts'
import type { StoredMessage } from '../messages/outbox/send-messages.ts'
import { UNSUBSCRIBE_PATH } from '../messages/outbox/unsubscribe-token.ts'
import { createSamples } from '../messages/samples.ts'
import { formatTime } from '../venue-time.ts'
import { auditRead, auditStaff } from './audit-staff.ts'
import { CommandError, type Program, type StaffContext } from './command.ts'
import { formatMinute, readId } from './staff.ts'
import { listTable } from './tables.ts'
import { withExistingDatabase } from './with-database.ts'
import { openFileStore } from '../../lib/file-store/open-file-store.ts'

const STATES = ['waiting', 'sent', 'skipped', 'failed'] as const

/** A message in the output of `--json`. */
const describe = (row: StoredMessage) => ({
  id: row.id,
  created_at: formatTime(row.created_at),
  message: row.kind,
  channel: row.channel,
  member: row.user_id,
  to: row.target,
  state: row.state,
  tries: row.tries,
  title: row.title,
  fault: row.fault,
})

const COLUMNS: Column<ReturnType<typeof describe>>[] = [
  { title: 'ID', align: 'right', cell: ({ id }) => String(id) },
  { title: 'SINCE', cell: ({ created_at: at }) => formatMinute(Date.parse(at)) },
  { title: 'MESSAGE', cell: ({ message }) => message },
  { title: 'BY', cell: ({ channel }) => channel },
  { title: 'MEMBER', align: 'right', cell: ({ member }) => String(member) },
  { title: 'TO', cell: ({ to }) => to ?? '' },
  { title: 'STATE', cell: ({ state }) => state },
  { title: 'TRIES', align: 'right', cell: ({ tries }) => String(tries) },
  { title: 'TITLE OR FAULT', cell: ({ title, fault }) => fault ?? title ?? '' },
]

/** @throws CommandError if the message does not exist */
function findMessage(db: Reader, id: number): Promise<StoredMessage> {
  const createMissingError = () =>
    new CommandError(`There is no message ${id}: see \`messages list\``)
  const query = db.selectFrom('member_message').selectAll().where('id', '=', id)
  return query.executeTakeFirstOrThrow(createMissingError)
}

async function runShow({ config, terminal, now }: StaffContext, id: number): Promise<void> {
  await withExistingDatabase(config(), async (db) => {
    const row = await findMessage(db.query, id)
    const lines = [
      `Message ${id}: ${row.kind} by ${row.channel}, in ${row.lang}`,
      `Member ${row.user_id}${row.target === null ? '' : `, ${row.target}`}`,
      `Event ${row.event}, ${row.copies > 0 ? 'resent' : 'queued'} ${formatTime(row.created_at)}`,
      ...(row.title === null ? [] : [`Text ${stripControls(row.title)}`]),
      `State ${describeState(row)}`,
    ]
    for (const line of lines) terminal.print(line)
    await auditRead(db, { action: 'message show', userId: row.user_id, data: { id }, at: now() })
  })
}

async function runResend({ config, terminal, now }: StaffContext, id: number): Promise<void> {
  await withExistingDatabase(config(), async (db) => {
    const row = await findMessage(db.query, id)
    const isQueued = await db.transaction(async (trx) => {
      if (!(await resendMessage(trx, row, now()))) return false
      const data = { id }
      await auditStaff(trx, { action: 'message resend', userId: row.user_id, data, at: now() })
      return true
    })
    if (!isQueued) {
      const reason = row.state === 'waiting' ? 'it is already queued' : 'the member has no address'
      throw new CommandError(`Message ${id} cannot be resent: ${reason}`)
    }
    terminal.print(`Message ${id} is queued: the server sends it while it runs`)
  })
}

function composeSample<K extends MessageName>(
  name: K,
  context: MessageContext,
  now: number,
): string[] {
  const data = createSamples(context.locale, now)[name]
  const content = composeMessage(name, data, context)
  const sms = composeSms(name, data, context)
  // A sample without the token of a member.
  const unsubscribeUrl = isOptional(name) ? context.site.url + UNSUBSCRIBE_PATH : null
  return [
    `Channels ${listChannels(name).join(', ')}`,
    `Subject  ${content.title}`,
    `Summary  ${content.summary}`,
    ...(sms === null ? [] : [`SMS      ${sms.text}`]),
    ...content.files.map((file) => `File     ${file.name}`),
    '',
    writePlainText(content, composeFooter(context, unsubscribeUrl), context),
  ]
}

async function runPreview(
  { config, terminal, now }: StaffContext,
  name: MessageName,
  { lang }: { lang: Locale },
): Promise<void> {
  const installation = config()
  await withExistingDatabase(installation, async (db) => {
    const files = await openFileStore(installation)
    const context = await loadMessageContext({ db, config: installation, files }, lang)
    for (const line of composeSample(name, context, now())) terminal.print(line)
  })
}

/** Adds commands for messages to members. */
export function addMessageCommands(program: Program, context: StaffContext): void {
  const messages = program.command('messages').description('messages to members')
  const id = ['<id>', 'id of the message, as shown by `messages list`', readId] as const
  messages
    .command('list')
    .description('list messages, newest first')
    .addOption(new Option('--state <state>', 'only messages in this state').choices(STATES))
    .option('--member <id>', 'only messages to this member', readId)
    .option(...JSON_OPTION)
    .action(({ json, ...filter }) => {
      const read = async (db: Reader) => (await listMessages(db, filter)).map(describe)
      return listTable(context, json, { read, columns: COLUMNS, noun: 'message', audits: true })
    })
  messages
    .command('show')
    .description('show a message, and why it was not sent')
    .argument(...id)
    .action((messageId) => runShow(context, messageId))
  messages
    .command('resend')
    .description("resend a message to the member's current address")
    .argument(...id)
    .action((messageId) => runResend(context, messageId))
  messages
    .command('preview')
    .description('print a message with sample data')
    .addArgument(new Argument('<message>', 'kind of message').choices(MESSAGE_NAMES))
    .addOption(new Option('--lang <lang>', 'language').choices(LOCALES).default(DEFAULT_LOCALE))
    .action((name, options) => runPreview(context, name, options))
}
