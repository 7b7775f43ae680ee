import type { Terminal } from '../../lib/command-line/terminal.ts'
import type { createProgram } from '../../lib/command-line/create-program.ts'
import { ExpectedError } from '../../lib/expected-error.ts'
import type { Config } from '../config.ts'

/** Failure of a command that has changed nothing; the message is printed. */
export class CommandError extends ExpectedError {
  override name = 'CommandError'
}

/** Context of staff commands. */
export interface StaffContext {
  /** Reads the settings on demand: not every command needs them. */
  config(): Config
  terminal: Terminal
  /** The current time in epoch ms. */
  now(): number
}

/** The program that commands are added to. */
export type Program = ReturnType<typeof createProgram>
