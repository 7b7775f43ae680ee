import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { lockDataDir } from '../../lib/lock-data-dir.ts'
import {
  confirmPlan,
  DRY_RUN_OPTION,
  YES_OPTION,
  type Consent,
} from '../../lib/command-line/confirm.ts'
import { formatCount } from '../../lib/format-count.ts'
import { checkDatabase } from '../backup/check-database.ts'
import { listKeys, readChecksums } from '../backup/inventory.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { DATABASE_FILE } from '../db/database-file.ts'
import { CommandError, type Program, type StaffContext } from './command.ts'
import { requireDatabase, type Installation } from './with-database.ts'

type DatabaseState = Awaited<ReturnType<typeof checkDatabase>>

const describeState = ({ members, orders, applications, violations }: DatabaseState) =>
  [
    formatCount(members, 'member'),
    formatCount(orders, 'order'),
    formatCount(applications, 'application'),
    ...(violations.length > 0 ? [`stock or money is wrong (${violations.join('; ')})`] : []),
  ].join(', ')

/** Converts errors of backup and restore, which have changed nothing, into a `CommandError`. */
async function orCommandError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Error) || error instanceof TypeError) throw error
    throw new CommandError(error.message, { cause: error })
  }
}

/** @throws CommandError for a database server, which has its own backup tools */
function requireFile({ database }: Installation): void {
  if (database.kind === 'file') return
  throw new CommandError(
    'Back up and restore the database of DATABASE_URL with the tools of its server: docs/how-to/back-up.md',
  )
}

async function backUp(
  { config, terminal }: StaffContext,
  folder: string,
  { withKeys = false }: { withKeys?: boolean | undefined },
): Promise<void> {
  const installation = config()
  const { dataDir } = installation
  requireFile(installation)
  requireDatabase(installation)
  const report = await orCommandError(makeBackup(dataDir, folder, { withKeys }))
  terminal.print(`${resolve(folder)}: ${report.files} files; ${describeState(report)}, checked`)
  if (withKeys)
    terminal.print('The backup has personal data and the keys: protect it like the server itself')
  else {
    terminal.print('The backup has personal data: restrict who can read it')
    const keys = listKeys(dataDir)
    if (keys.length > 0) {
      terminal.print(`Keep a copy of the keys elsewhere (${keys.join(', ')}), or add --with-keys`)
    }
  }
}

/** Describes the content of a database, or its fault: a damaged database may be replaced. */
async function describeDatabase(file: string): Promise<string> {
  try {
    return describeState(await checkDatabase(file))
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Fails before the plan is printed if a server is running. @throws LockedError */
async function checkUnlocked(dataDir: string): Promise<void> {
  lockDataDir(dataDir, 0).release()
}

async function restore(
  { config, terminal }: StaffContext,
  folder: string,
  { replace, ...consent }: Consent & { replace?: true | undefined },
): Promise<void> {
  const installation = config()
  requireFile(installation)
  const { dataDir, secret } = installation
  await orCommandError(readChecksums(folder))
  const database = join(dataDir, DATABASE_FILE)
  const isReplacing = existsSync(database)
  if (isReplacing && !replace) {
    throw new CommandError(
      `There is data in ${dataDir}: add --replace to replace it with the backup`,
    )
  }
  if (isReplacing) await orCommandError(checkUnlocked(dataDir))
  if (isReplacing || consent.dryRun) {
    const effects = [
      ...(isReplacing ? [`Would replace: ${database}: ${await describeDatabase(database)}`] : []),
      `With:          ${folder}: ${await describeDatabase(join(folder, DATABASE_FILE))}`,
    ]
    const plan = { effects, question: `Replace the data in ${dataDir}?` }
    if (!(await confirmPlan(plan, consent, terminal))) return
  }
  const report = await orCommandError(
    restoreBackup(folder, dataDir, { replace: replace ?? false, now: new Date() }),
  )
  terminal.print(`${resolve(dataDir)}: ${report.files} files; ${describeState(report)}, restored`)
  if (secret === undefined && listKeys(dataDir).length === 0) {
    terminal.print(
      'The backup has no keys: restore secret.key, or existing ticket codes are invalid',
    )
  }
  if (report.replaced !== null)
    terminal.print(`The replaced database is kept as ${report.replaced}`)
}

/** Adds commands to back up and restore the data folder. */
export function addBackupCommands(program: Program, context: StaffContext): void {
  program
    .command('backup')
    .description('copy database, uploads and media to a new folder; can run beside the server')
    .argument('<dir>', 'the folder to create')
    .option('--with-keys', 'include the keys of the installation')
    .action((folder, options) => backUp(context, folder, options))
  program
    .command('restore')
    .description('check a backup and restore it; the server must be stopped')
    .argument('<dir>', 'the folder of the backup')
    .option('--replace', 'replace existing data')
    .option(...YES_OPTION)
    .option(...DRY_RUN_OPTION)
    .action((folder, options) => restore(context, folder, options))
}
