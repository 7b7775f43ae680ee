import type { Config } from '../config.ts'

/** One thing that staff can do from the command line. */
export interface Command {
  /** The words that call it. */
  name: string
  usage: string
  summary: string
  /** How many arguments follow the name. */
  arguments: number
  run(call: {
    given: string[]
    /** Read when asked for: a check needs no configuration. */
    config(): Config
    print(line: string): void
  }): Promise<void>
}
