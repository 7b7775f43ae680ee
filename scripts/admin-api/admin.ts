// npm run admin -- <command>: the command line for staff. Every command has --help.
// Must be the first import, because `i18n/locales.ts` reads a setting when it loads.
import '../lib/env-file.ts'
import { openTerminal } from '../lib/command-line/terminal.ts'
import { warnOfUnknownSettings } from '../settings.ts'
import { runAdmin } from './commands/run-admin.ts'
import { readAdminApiConfig } from './config.ts'

const terminal = openTerminal()

warnOfUnknownSettings(process.env, terminal.printError)
process.exitCode = await runAdmin(process.argv.slice(2), {
  config: () => readAdminApiConfig(),
  terminal,
  now: () => Date.now(),
})
