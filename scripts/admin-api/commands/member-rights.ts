import { open, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { DEFAULT_LOCALE } from '#i18n/locales.ts'
import {
  DRY_RUN_OPTION,
  YES_OPTION,
  type Consent,
  type Plan,
} from '../../lib/command-line/confirm.ts'
import { openFileStore } from '../../lib/file-store/open-file-store.ts'
import { listBlockers, readLosses } from '../personal-data/blockers.ts'
import { collectData } from '../personal-data/collect-data.ts'
import { createArchive } from '../personal-data/create-archive.ts'
import { readPerson } from '../personal-data/rule.ts'
import { removePerson } from '../personal-data/remove-person.ts'
import { TABLE_RULES } from '../personal-data/rules.ts'
import { openObjects } from '../providers/storage/objects.ts'
import { formatCount } from '../../lib/format-count.ts'
import { readUserName } from '../../lib/user-name.ts'
import type { Reader } from '../db/open.ts'
import { auditRead } from './audit-staff.ts'
import { CommandError, type Program, type StaffContext } from './command.ts'
import { findMember } from './orders/filter.ts'
import { runPlanned, withExistingDatabase } from './with-database.ts'
import { formatYuan } from '../yuan.ts'
import { describeFileFault, PHONE } from './staff.ts'

/** Exports all data of a member to a ZIP that only the current user can read. */
async function exportMember(
  { config, terminal, now }: StaffContext,
  phone: string,
  file: string,
): Promise<void> {
  const settings = config()
  await withExistingDatabase(settings, async (db) => {
    const { id: userId, lang } = await findMember(db.query, phone)
    const files = await openFileStore(settings)
    const source = { db, files, storage: await openObjects(files, settings) }
    const archive = createArchive(source, {
      userId,
      lang: lang ?? DEFAULT_LOCALE,
      now: now(),
    })
    try {
      const target = await open(file, 'wx', 0o600)
      await pipeline(archive, target.createWriteStream()).catch(async (error: unknown) => {
        await rm(file)
        throw error
      })
    } catch (error) {
      throw describeFileFault(file, error)
    }
    await auditRead(db, { action: 'member export', userId, data: {}, at: now() })
    terminal.print(`${file}: all data of member ${userId}`)
  })
}

const BLOCKERS = {
  unpaid_orders: { noun: 'unpaid order', remedy: 'must be paid or expire first' },
  visits: { noun: 'paid upcoming visit', remedy: 'must be refunded first' },
  refunds: {
    noun: 'refund',
    remedy: 'must be completed first; if it has failed, run `orders refund ORDER --retry`',
  },
} as const

/** @throws CommandError if the account cannot be deleted yet */
async function planDeletion(
  db: Reader,
  phone: string,
  now: number,
): Promise<Plan & { userId: number }> {
  const { id: userId } = await findMember(db, phone)
  const blockers = await listBlockers(db, userId, now)
  if (blockers.length > 0) {
    const lines = blockers.map(({ kind, count }) => {
      const { noun, remedy } = BLOCKERS[kind]
      return `${formatCount(count, noun)}: ${remedy}`
    })
    throw new CommandError(`Member ${userId} cannot be deleted yet:\n${lines.join('\n')}`)
  }
  const data = await collectData(db, await readPerson(db, userId))
  const losses = await readLosses(db, userId, now)
  const until = losses.membership_until?.slice(0, 10)
  const effects = [...TABLE_RULES].flatMap(([name, rule]) => {
    const rows = formatCount(data[name]?.length ?? 0, 'row')
    if (data[name] === undefined) return []
    return rule.removal === 'delete'
      ? `${name}: ${rows} deleted`
      : `${name}: ${rows} kept without personal data (${rule.removal.keptFor})`
  })
  return {
    effects: [
      ...effects,
      `Forfeited: balance ${formatYuan(losses.balance_fen)}, ${formatCount(losses.class_hours, 'class hour')}` +
        (until === undefined ? '' : `, membership until ${until}`),
    ],
    question: `Delete member ${userId}? This cannot be undone.`,
    userId,
  }
}

/** Deletes an account at once, for members who cannot do it on the account page. Audited. */
const deleteMember = (context: StaffContext, phone: string, consent: Consent): Promise<void> =>
  runPlanned(context, consent, {
    plan: (db) => planDeletion(db, phone, context.now()),
    async run(db, { userId }) {
      const config = context.config()
      const storage = await openObjects(await openFileStore(config), config)
      const by = { kind: 'staff', name: readUserName() } as const
      const { kind } = await removePerson(
        { db, storage, config },
        { userId, by, now: context.now() },
      )
      if (kind !== 'removed')
        throw new CommandError('A new order prevented the deletion: try again')
      context.terminal.print(`Member ${userId} is deleted`)
    },
  })

/** Adds commands for data subject rights, for members who contact the box office. */
export function addRightsCommands(members: Program, context: StaffContext): void {
  members
    .command('export')
    .description('export all data of a member to a ZIP')
    .argument(...PHONE)
    .argument('<file>', 'a new file, such as member.zip')
    .action((phone, file) => exportMember(context, phone, file))
  members
    .command('delete')
    .description('delete the account of a member at once; orders are kept without personal data')
    .argument(...PHONE)
    .option(...YES_OPTION)
    .option(...DRY_RUN_OPTION)
    .action((phone, options) => deleteMember(context, phone, options))
}
