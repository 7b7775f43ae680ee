import '../env-file.ts'
import { Command, CommanderError, Help } from '@commander-js/extra-typings'
import { ExpectedError } from '../expected-error.ts'
import { openTerminal, type Terminal } from './terminal.ts'

/** Exit codes of every program. */
export const EXIT = { done: 0, failed: 1, misused: 2 } as const

/** A command line that cannot be carried out as it was given; exits with 2. */
export class UsageError extends ExpectedError {
  override name = 'UsageError'
}

/** The words of a command after those of its program: `orders list`. */
function readPath(command: PathLike): string {
  const { parent } = command
  return parent?.parent ? `${readPath(parent)} ${command.name()}` : command.name()
}
interface PathLike {
  parent: PathLike | null
  name(): string
}

type HelpCommand = Parameters<Help['subcommandTerm']>[0]

/** The commands that do something, at any depth. */
function listLeaves({ commands }: HelpCommand): HelpCommand[] {
  return commands.flatMap((command) => {
    return command.commands.length === 0 ? [command] : listLeaves(command)
  })
}

/** Help lists whole commands, such as `orders list <id>`, instead of groups to look into. */
const HELP = {
  subcommandTerm: (command: HelpCommand) =>
    `${readPath(command)} ${command.usage().replace('[options]', '').trim()}`.trim(),
  formatHelp(command: HelpCommand, helper: Help) {
    // Only here: misspelt names are compared with the visible commands of one level.
    const flat = Object.assign(helper, { visibleCommands: listLeaves })
    return Help.prototype.formatHelp.call(flat, command, flat)
  },
}

/**
 * Begins the command line of a program: `--help`, suggestions for misspelt commands and options, and
 * short errors on the terminal. End with `runCommandLine`, or `readOptions` if it has no action.
 * @param name what is typed to start it: `npm run admin --`
 */
export function createProgram(name: string, summary: string, terminal: Terminal = openTerminal()) {
  return new Command(name)
    .description(summary)
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .exitOverride()
    .showHelpAfterError('(--help shows how it is used)')
    .configureHelp(HELP)
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.printError(text.trimEnd()),
    })
}

/** Prints an error that ended a command. @returns the exit code */
function reportError(error: unknown, { printError }: Terminal): number {
  // Commander has printed its message; only help that was requested counts as done.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.misused
  if (error instanceof ExpectedError) {
    printError(error.message)
    return error instanceof UsageError ? EXIT.misused : EXIT.failed
  }
  printError(error instanceof Error ? (error.stack ?? error.message) : String(error))
  return EXIT.failed
}

/**
 * Reads the command line of a program that has options only, and no action.
 * Ends the process after `--help`, and with 2 when the command line was not understood.
 */
export function readCommandLine<Options extends object, Args extends unknown[]>(
  program: Readable<Options, Args>,
): { options: Options; args: Args } {
  try {
    program.parse(process.argv.slice(2), { from: 'user' })
  } catch (error) {
    process.exit(reportError(error, openTerminal()))
  }
  return { options: program.opts(), args: program.processedArgs }
}
interface Readable<Options, Args> {
  parse(line: readonly string[], options: { from: 'user' }): unknown
  opts(): Options
  processedArgs: Args
}

interface Parsable {
  parseAsync(line: readonly string[], options: { from: 'user' }): Promise<unknown>
}

/**
 * Runs the action that a command line names.
 * @returns 0 when done, 1 when it failed, 2 when the command line was not understood
 */
export async function runCommandLine(
  program: Parsable,
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

/** Runs the action of a program to its end; the process exits with what `runCommandLine` returns. */
export async function runMain(program: Parsable): Promise<void> {
  const code = await runCommandLine(program)
  // An action that found faults may have set a code itself.
  if (code !== EXIT.done) process.exitCode = code
}
