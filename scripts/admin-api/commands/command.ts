import type { Terminal } from '../../lib/command-line/terminal.ts'
import type { createProgram } from '../../lib/command-line/create-program.ts'
import { ExpectedError } from '../../lib/expected-error.ts'
import type { Config } from '../config.ts'

/** A command that failed; its message says why, and nothing was changed. */
export class CommandError extends ExpectedError {
  override name = 'CommandError'
}

/** What the commands of the staff work with. */
export interface StaffContext {
  /** Reads the settings when a command needs them: checking a folder needs none. */
  config(): Config
  terminal: Terminal
}

/** The command line that commands are added to. */
export type Program = ReturnType<typeof createProgram>
