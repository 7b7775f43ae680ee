import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { getDatabaseFile } from '../db/database-file.ts'
import { checkProviders } from '../providers/check-providers.ts'
import { createGateways, listUnsentPurposes } from '../providers/messenger/create-messenger.ts'
import { createReceiptPath } from '../providers/messenger/receipt-key.ts'
import { createProviders } from '../providers/sign-in/create-providers.ts'
import { createSecrets, loadSecret } from '../security/secrets.ts'
import { CommandError, type Program, type StaffContext } from './command.ts'
import { openPayments } from './open-payments.ts'
import { hasDatabase, requireDatabase, withDatabase } from './with-database.ts'

const checkConfigured = (settings: Config, now: () => number) =>
  withDatabase(settings, async (db) => {
    const secrets = createSecrets(loadSecret(settings.dataDir, settings.secret))
    const signIn = await createProviders({ config: settings, secrets, now })
    const gateways = createGateways(settings.messenger, { secrets, now })
    const payments = await openPayments(settings, db, now)
    const reports = await checkProviders(settings, { payments, gateways, signIn })
    return { reports, unsent: listUnsentPurposes(gateways) }
  })

/** Before the first start there is no data folder; the check uses a temporary one instead. */
async function checkBeforeStart(settings: Config, now: () => number) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'provider-check-'))
  const database = { kind: 'file', file: getDatabaseFile(folder.path) } as const
  return await checkConfigured({ ...settings, dataDir: folder.path, database }, now)
}

async function check({ config, terminal, now }: StaffContext): Promise<void> {
  const settings = config()
  const { reports, unsent } = await (hasDatabase(settings)
    ? checkConfigured(settings, now)
    : checkBeforeStart(settings, now))
  if (reports.length === 0) terminal.print('No provider is configured')
  for (const { name, fault } of reports) terminal.print(`${name}: ${fault ?? 'responds'}`)
  if (unsent.length > 0) {
    terminal.print(
      `Not sent by SMS to mainland China, as no gateway has a template: ${unsent.join(', ')}`,
    )
  }
  const faulty = reports.filter(({ fault }) => fault !== null)
  if (faulty.length > 0) {
    throw new CommandError(`Not usable: ${faulty.map(({ name }) => name).join(', ')}`)
  }
}

/** Prints the webhook URLs for delivery receipts of SMS gateways. */
function printReceiptAddresses({ config, terminal, now }: StaffContext): void {
  const settings = config()
  const { messenger, siteUrl, dataDir, secret } = settings
  // Without APP_SECRET, the key that signs the URLs is created at the first start.
  if (secret === undefined) requireDatabase(settings)
  const secrets = createSecrets(loadSecret(dataDir, secret))
  const gateways = createGateways(messenger, { secrets, now })
  const receiving = gateways.filter(({ name }) => name === 'aliyun' || name === 'tencent')
  if (receiving.length === 0)
    return terminal.print('No configured gateway needs a URL for receipts')
  if (siteUrl === undefined) throw new CommandError('SITE_URL is not set')
  for (const { name } of receiving) {
    terminal.print(`${name}: ${new URL(createReceiptPath(secrets, name), siteUrl).href}`)
  }
}

/** Adds commands to check the providers of payments, SMS, mail and sign-in. */
export function addProviderCommands(program: Program, context: StaffContext): void {
  const providers = program
    .command('providers')
    .description('providers of payments, SMS, mail, object storage and sign-in')
  providers
    .command('check')
    .description('test each configured provider with a request that has no effect')
    .action(() => check(context))
  providers
    .command('receipts')
    .description('print the URLs to register at SMS gateways for delivery receipts')
    .action(() => printReceiptAddresses(context))
}
