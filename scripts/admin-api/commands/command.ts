import type { Config } from '../config.ts'

/** Said to staff as it is; the command has done nothing. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** What a command is called with. */
export interface CommandCall {
  given: string[]
  /** Values of the options that were set. */
  options: Readonly<Record<string, string | undefined>>
  /** Options that were set and have no value. */
  flags: readonly string[]
  /** Read when asked for: a check needs no configuration. */
  config(): Config
  print(line: string): void
}

/** One thing that staff can do from the command line. */
export interface Command {
  /** The words that call it. */
  name: string
  usage: string
  summary: string
  /** How many arguments follow the name. */
  arguments: number
  /** Names of the options that it takes, each with a value. */
  options?: readonly string[]
  /** Names of those without one. */
  flags?: readonly string[]
  run(call: CommandCall): Promise<void>
}
