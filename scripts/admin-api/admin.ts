// npm run admin -- <command>: the command line for staff. Every command has --help.
import { openTerminal } from '../lib/command-line/terminal.ts'
import { warnOfUnknownSettings } from '../settings.ts'
import { runAdmin } from './commands/run-admin.ts'
import { readAdminApiConfig } from './config.ts'

const terminal = openTerminal()

warnOfUnknownSettings(process.env, terminal.printError)
process.exitCode = await runAdmin(process.argv.slice(2), {
  config: () => readAdminApiConfig(),
  terminal,
})
