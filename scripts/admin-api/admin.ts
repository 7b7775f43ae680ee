import { parseArgs } from 'node:util'
import { ConfigError } from '../lib/read-config.ts'
import { applicationCommands } from './commands/applications/index.ts'
import { backupCommands } from './commands/backup.ts'
import { CommandError } from './commands/command.ts'
import type { Command } from './commands/command.ts'
import { contentCommands } from './commands/content.ts'
import { orderCommands } from './commands/orders/index.ts'
import { readAdminApiConfig } from './config.ts'
import { ContentError } from './content/faults.ts'

// npm run admin -- <command>: what staff do beside the pages. Exits 0 when done, 1 when the command
// failed, 2 when it was not understood.

const COMMANDS: readonly Command[] = [
  ...contentCommands,
  ...backupCommands,
  ...applicationCommands,
  ...orderCommands,
]
const OPTIONS = [...new Set(COMMANDS.flatMap(({ options = [] }) => options))]
const FLAGS = [...new Set(COMMANDS.flatMap(({ flags = [] }) => flags))]
const WIDTH = Math.max(...COMMANDS.map(({ usage }) => usage.length)) + 2

const USAGE = [
  'Usage: npm run admin -- <command>',
  '',
  ...COMMANDS.map(({ usage, summary }) => `  ${usage.padEnd(WIDTH)}${summary}`),
].join('\n')

function readLine(line: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...line],
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      ...Object.fromEntries(OPTIONS.map((name) => [name, { type: 'string' as const }])),
      ...Object.fromEntries(FLAGS.map((name) => [name, { type: 'boolean' as const }])),
    },
  })
  const { help, ...texts } = values
  const options = Object.fromEntries(
    Object.entries(texts).filter((entry): entry is [string, string] => {
      return typeof entry[1] === 'string'
    }),
  )
  const flags = FLAGS.filter((name) => Object.hasOwn(texts, name))
  return { help: help === true, options, flags, words: positionals }
}

async function runAdmin(line: readonly string[]): Promise<number> {
  const { help, options, flags, words } = readLine(line)
  if (help) {
    console.log(USAGE)
    return 0
  }
  const command = COMMANDS.find(({ name }) => `${words.join(' ')} `.startsWith(`${name} `))
  const given = words.slice(command?.name.split(' ').length)
  const known = new Set([...(command?.options ?? []), ...(command?.flags ?? [])])
  const knowsAll = [...Object.keys(options), ...flags].every((name) => known.has(name))
  if (!command || given.length !== command.arguments || !knowsAll) {
    console.error(command ? `Usage: npm run admin -- ${command.usage}` : USAGE)
    return 2
  }
  await command.run({
    given,
    options,
    flags,
    config: () => readAdminApiConfig(),
    print: (text) => console.log(text),
  })
  return 0
}

/** Faults that say in their message all that staff need. */
const PLAIN_FAULTS = [CommandError, ContentError, ConfigError]

function reportFailure(error: unknown): number {
  const isMisuse = error instanceof TypeError && 'code' in error
  if (isMisuse) console.error(`${error.message}\n\n${USAGE}`)
  else if (error instanceof Error && PLAIN_FAULTS.some((fault) => error instanceof fault))
    console.error(error.message)
  else console.error(error)
  return isMisuse ? 2 : 1
}

process.exitCode = await runAdmin(process.argv.slice(2)).catch(reportFailure)
