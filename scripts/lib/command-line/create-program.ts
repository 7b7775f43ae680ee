import '../env-file.ts'
import {
  Command,
  CommanderError,
  Help,
  type CommandUnknownOpts,
  type OptionValues,
} from '@commander-js/extra-typings'
import { ExpectedError } from '../expected-error.ts'
import { openTerminal, type Terminal } from './terminal.ts'

/** Exit codes of every program. */
export const EXIT = { done: 0, failed: 1, misused: 2 } as const

/** An invalid command line; exits with 2. */
export class UsageError extends ExpectedError {
  override name = 'UsageError'
}

/** The path of a command without its program: `orders list`. */
function readPath(command: CommandUnknownOpts): string {
  const { parent } = command
  return parent?.parent ? `${readPath(parent)} ${command.name()}` : command.name()
}

/** Lists the leaf commands at any depth. */
function listLeaves({ commands }: CommandUnknownOpts): CommandUnknownOpts[] {
  return commands.flatMap((command) => {
    return command.commands.length === 0 ? [command] : listLeaves(command)
  })
}

/** Help lists complete commands, such as `orders show <id>`, instead of command groups. */
const HELP = {
  subcommandTerm: (command: CommandUnknownOpts) =>
    `${readPath(command)} ${command.usage().replace('[options]', '').trim()}`.trim(),
  formatHelp(command: CommandUnknownOpts, helper: Help) {
    // Only for help: suggestions for misspelt names need the visible commands of one level.
    const flat = Object.assign(helper, { visibleCommands: listLeaves })
    return Help.prototype.formatHelp.call(flat, command, flat)
  },
}

/**
 * Creates the command line of a program: `--help`, suggestions for misspelt commands and options, and
 * short errors. Run it with `runMain`, or with `readCommandLine` if it has no action.
 * @param name the command that starts the program: `npm run admin --`
 */
export function createProgram(name: string, summary: string, terminal: Terminal = openTerminal()) {
  return new Command(name)
    .description(summary)
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .exitOverride()
    .showHelpAfterError('(--help shows the usage)')
    .configureHelp(HELP)
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.printError(text.trimEnd()),
    })
}

const SYSTEM_ERRORS = new Set<unknown>(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR'])

const isSystemError = (error: unknown): error is Error =>
  error instanceof Error && SYSTEM_ERRORS.has(Reflect.get(error, 'code'))

/** Prints an error that ended a command. @returns the exit code */
function reportError(error: unknown, { printError }: Terminal): number {
  // Commander has already printed its message; requested help exits with 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.misused
  // The message of a system error names the file and the cause; a stack would add nothing.
  if (error instanceof ExpectedError || isSystemError(error)) printError(error.message)
  else printError(error instanceof Error ? (error.stack ?? error.message) : String(error))
  return error instanceof UsageError ? EXIT.misused : EXIT.failed
}

/**
 * Reads the command line of a program that has no action.
 * Exits after `--help`, and with 2 when the command line is invalid.
 */
export function readCommandLine<Args extends unknown[], Options extends OptionValues>(
  program: Command<Args, Options>,
): { options: Options; args: Args } {
  try {
    program.parse(process.argv.slice(2), { from: 'user' })
  } catch (error) {
    process.exit(reportError(error, openTerminal()))
  }
  return { options: program.opts(), args: program.processedArgs }
}

/**
 * Runs the action of a command line.
 * @returns 0 on success, 1 on failure, 2 when the command line is invalid
 */
export async function runCommandLine(
  program: CommandUnknownOpts,
  line: readonly string[] = process.argv.slice(2),
  terminal: Terminal = openTerminal(),
): Promise<number> {
  try {
    await program.parseAsync(line, { from: 'user' })
    return EXIT.done
  } catch (error) {
    return reportError(error, terminal)
  }
}

/** Runs the action of a program and sets the exit code of the process. */
export async function runMain(program: CommandUnknownOpts): Promise<void> {
  const code = await runCommandLine(program)
  // An action may have set an exit code itself.
  if (code !== EXIT.done) process.exitCode = code
}
