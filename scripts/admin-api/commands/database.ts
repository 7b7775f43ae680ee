import * as v from 'valibot'
import { createFolderStore } from '../../lib/file-store/folder-store.ts'
import { openFileStore } from '../../lib/file-store/open-file-store.ts'
import { UsageError } from '../../lib/command-line/create-program.ts'
import { DATABASE_SETTINGS, describeAddress, readDatabaseServer } from '../../lib/db/address.ts'
import { SERVER_URL_EXAMPLE } from '../../lib/db/engines/engines.ts'
import { openDatabase } from '../db/open.ts'
import { copyDatabase } from '../backup/copy-database.ts'
import { copyFiles } from '../backup/copy-files.ts'
import { auditRead } from './audit-staff.ts'
import { CommandError, type Program, type StaffContext } from './command.ts'
import { withExistingDatabase } from './with-database.ts'

/** @throws UsageError if the URL is missing or not that of a database server */
function readTarget(url = '') {
  const values = v.safeParse(v.object(DATABASE_SETTINGS), { DATABASE_URL: url, DATABASE_POOL: '2' })
  const server = values.success ? readDatabaseServer(values.output) : undefined
  if (server?.kind === 'server') return server
  throw new UsageError(`--to expects a URL like ${SERVER_URL_EXAMPLE}`)
}

async function copy(
  { config, terminal, now }: StaffContext,
  options: { to?: string | undefined; replace?: true | undefined },
): Promise<void> {
  const to = readTarget(options.to)
  const installation = config()
  const { database, dataDir, storage } = installation
  if (database.kind !== 'file') {
    throw new CommandError('The data is already on a server: run this without DATABASE_URL')
  }
  // Before the copy, which then includes the entry.
  const data = { to: describeAddress(to) }
  await withExistingDatabase(installation, (db) =>
    auditRead(db, { action: 'database copy', userId: null, data, at: now() }),
  )
  // The database is copied first, so that no file that it refers to can be missing.
  const report = await copyDatabase({
    from: database.file,
    to,
    replaces: options.replace ?? false,
    report: (line) => terminal.print(line),
  })
  terminal.print(
    `${describeAddress(to)}: ${report.rows} rows of ${report.tables} tables, counts and sums equal, stock and money checked`,
  )
  if (storage === undefined) {
    terminal.print('Files were not copied: set STORAGE_URL to copy them to a bucket')
    return
  }
  const files = await copyFiles(createFolderStore(dataDir), await openFileStore(installation))
  terminal.print(
    `${storage.bucket}: ${files.total} files, ${files.copied} copied, ${files.removed} removed`,
  )
}

async function migrate({ config, terminal }: StaffContext): Promise<void> {
  const { database } = config()
  await (await openDatabase(database)).close()
  terminal.print(`${describeAddress(database)}: the schema is up to date`)
}

/** Adds commands to copy the database to a server and to migrate its schema. */
export function addDatabaseCommands(program: Program, context: StaffContext): void {
  const database = program.command('database').description('copy and migrate the database')
  database
    .command('copy')
    .description(
      'copy the database and, with STORAGE_URL, the files to a server; can be repeated beside the running site',
    )
    .option('--to <url>', `URL of the empty database, like ${SERVER_URL_EXAMPLE}`)
    .option('--replace', 'delete orders and members that only the target has')
    .action((options) => copy(context, options))
  database
    .command('migrate')
    .description('migrate the schema, as every start does')
    .action(() => migrate(context))
}
