import { checkProviders } from '../providers/check-providers.ts'
import { createGateways } from '../providers/messenger/create-messenger.ts'
import { createReceiptPath } from '../providers/messenger/receipt-key.ts'
import { createProviders } from '../providers/sign-in/create-providers.ts'
import { createSecrets, loadSecret } from '../security/secrets.ts'
import { CommandError, type Program, type StaffContext } from './command.ts'
import { openPayments } from './open-payments.ts'
import { withExistingDatabase } from './with-database.ts'

async function check({ config, terminal }: StaffContext): Promise<void> {
  const settings = config()
  const secrets = createSecrets(loadSecret(settings.dataDir, settings.secret))
  const signIn = await createProviders({ config: settings, secrets, now: Date.now })
  const gateways = createGateways(settings.messenger, { secrets, now: Date.now })
  const reports = await withExistingDatabase(settings, async (db) =>
    checkProviders(settings, { payments: await openPayments(settings, db), gateways, signIn }),
  )
  if (reports.length === 0) terminal.print('No provider is configured')
  for (const { name, fault } of reports) terminal.print(`${name}: ${fault ?? 'responds'}`)
  const faulty = reports.filter(({ fault }) => fault !== null)
  if (faulty.length > 0) {
    throw new CommandError(`Not usable: ${faulty.map(({ name }) => name).join(', ')}`)
  }
}

/** Prints the addresses at which SMS gateways report deliveries. */
function printReceiptAddresses({ config, terminal }: StaffContext): void {
  const { messenger, siteUrl, dataDir, secret } = config()
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
