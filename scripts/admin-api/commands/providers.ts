import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { getDatabaseFile } from '../db/database-file.ts'
import { checkProviders, type ProviderReport } from '../providers/check-providers.ts'
import { createGateways, listUnsentPurposes } from '../providers/messenger/create-messenger.ts'
import { createReceiptPath } from '../providers/messenger/receipt-key.ts'
import { createProviders } from '../providers/sign-in/create-providers.ts'
import { createSecrets, loadSecret } from '../security/secrets.ts'
import { CommandError, type Program, type StaffContext } from './command.ts'
import { openPayments } from './open-payments.ts'
import { hasDatabase, requireDatabase, withDatabase } from './with-database.ts'

interface Check {
  reports: ProviderReport[]
  /** Messages that want a template at a gateway. */
  unsent: readonly string[]
}

const checkConfigured = (settings: Config): Promise<Check> =>
  withDatabase(settings, async (db) => {
    const secrets = createSecrets(loadSecret(settings.dataDir, settings.secret))
    const signIn = await createProviders({ config: settings, secrets, now: Date.now })
    const gateways = createGateways(settings.messenger, { secrets, now: Date.now })
    const payments = await openPayments(settings, db)
    const reports = await checkProviders(settings, { payments, gateways, signIn })
    return { reports, unsent: listUnsentPurposes(gateways) }
  })

/** Before the first start a temporary folder takes the place of the data folder, which only a start makes. */
async function checkBeforeStart(settings: Config): Promise<Check> {
  const dataDir = await mkdtemp(join(tmpdir(), 'provider-check-'))
  try {
    const database = { kind: 'file', file: getDatabaseFile(dataDir) } as const
    return await checkConfigured({ ...settings, dataDir, database })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function check({ config, terminal }: StaffContext): Promise<void> {
  const settings = config()
  const { reports, unsent } = await (hasDatabase(settings)
    ? checkConfigured(settings)
    : checkBeforeStart(settings))
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

/** Prints the addresses at which SMS gateways report deliveries. */
function printReceiptAddresses({ config, terminal }: StaffContext): void {
  const settings = config()
  // The key of the addresses is drawn at the first start.
  requireDatabase(settings)
  const { messenger, siteUrl, dataDir, secret } = settings
  const secrets = createSecrets(loadSecret(dataDir, secret))
  const gateways = createGateways(messenger, { secrets, now: Date.now })
  const told = gateways.filter(({ name }) => name === 'aliyun' || name === 'tencent')
  if (told.length === 0) return terminal.print('No gateway has to be told: none needs an address')
  if (siteUrl === undefined) throw new CommandError('SITE_URL is not set')
  for (const { name } of told) {
    terminal.print(`${name}: ${new URL(createReceiptPath(secrets, name), siteUrl).href}`)
  }
}

/** Payment, message gateways, mail and sign-in, tried without effect. */
export function addProviderCommands(program: Program, context: StaffContext): void {
  const providers = program
    .command('providers')
    .description('what payments, codes, mails and sign-in depend on')
  providers
    .command('check')
    .description('call each configured provider once, without effect')
    .action(() => check(context))
  providers
    .command('receipts')
    .description('print the addresses to register at SMS gateways for delivery receipts')
    .action(() => printReceiptAddresses(context))
}
