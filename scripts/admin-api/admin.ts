import { parseArgs } from 'node:util'
import { ConfigError } from '../lib/read-config.ts'
import type { Command } from './commands/command.ts'
import { checkCommand, importCommand } from './commands/content.ts'
import { readAdminApiConfig } from './config.ts'
import { ContentError } from './content/read-folder.ts'

// npm run admin -- <command>: what staff do beside the pages. Exits 0 when done, 1 when the command
// failed, 2 when it was not understood.

const COMMANDS: readonly Command[] = [importCommand, checkCommand]

const USAGE = [
  'Usage: npm run admin -- <command>',
  '',
  ...COMMANDS.map(({ usage, summary }) => `  ${usage.padEnd(24)}${summary}`),
].join('\n')

async function runAdmin(line: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...line],
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  const command = COMMANDS.find(({ name }) => `${positionals.join(' ')} `.startsWith(`${name} `))
  const given = positionals.slice(command?.name.split(' ').length)
  if (!command || given.length !== command.arguments) {
    console.error(command ? `Usage: npm run admin -- ${command.usage}` : USAGE)
    return 2
  }
  await command.run({
    given,
    config: () => readAdminApiConfig(),
    print: (text) => console.log(text),
  })
  return 0
}

function reportFailure(error: unknown): number {
  const isMisuse = error instanceof TypeError && 'code' in error
  if (isMisuse) console.error(`${error.message}\n\n${USAGE}`)
  else if (error instanceof ContentError || error instanceof ConfigError)
    console.error(error.message)
  else console.error(error)
  return isMisuse ? 2 : 1
}

process.exitCode = await runAdmin(process.argv.slice(2)).catch(reportFailure)
