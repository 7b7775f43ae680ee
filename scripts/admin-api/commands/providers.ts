import { checkProviders } from '../providers/check-providers.ts'
import { createProviders } from '../providers/sign-in/create-providers.ts'
import { createSecrets, loadSecret } from '../security/secrets.ts'
import { CommandError, type Program, type StaffContext } from './command.ts'
import { openPayments } from './open-payments.ts'
import { withExistingDatabase } from './with-database.ts'

async function check({ config, terminal }: StaffContext): Promise<void> {
  const settings = config()
  const secrets = createSecrets(loadSecret(settings.dataDir, settings.secret))
  const signIn = await createProviders({ config: settings, secrets, now: Date.now })
  const reports = await withExistingDatabase(settings.dataDir, async (db) =>
    checkProviders(settings, { payments: await openPayments(settings, db), signIn }),
  )
  if (reports.length === 0) terminal.print('No provider is configured')
  for (const { name, fault } of reports) terminal.print(`${name}: ${fault ?? 'responds'}`)
  const faulty = reports.filter(({ fault }) => fault !== null)
  if (faulty.length > 0) {
    throw new CommandError(`Not usable: ${faulty.map(({ name }) => name).join(', ')}`)
  }
}

/** Payment, message gateway and sign-in, tried without effect. */
export function addProviderCommands(program: Program, context: StaffContext): void {
  program
    .command('providers')
    .description('what payments, codes and sign-in depend on')
    .command('check')
    .description('call each configured provider once, without effect')
    .action(() => check(context))
}
