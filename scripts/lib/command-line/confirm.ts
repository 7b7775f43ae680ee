import { ExpectedError } from '../expected-error.ts'
import { UsageError } from './create-program.ts'
import type { Terminal } from './terminal.ts'

/** What a destructive command is about to do. */
export interface Plan {
  /** What it affects, with counts and amounts; one line each. */
  effects: readonly string[]
  /** The confirmation prompt: `Refund this order?` */
  question: string
}

/** Options of every destructive command. */
export interface Consent {
  yes?: true | undefined
  dryRun?: true | undefined
}

/** The flags and help texts of `Consent`, to be added with `.option(...CONFIRM)`. */
export const YES_OPTION = ['--yes', 'proceed without confirmation'] as const
export const DRY_RUN_OPTION = ['--dry-run', 'show what would happen and change nothing'] as const

/**
 * Shows what a destructive command will do and prompts for confirmation.
 * @returns whether to proceed; false only for a dry run
 * @throws ExpectedError when the answer is no
 * @throws UsageError when the terminal is not interactive and `--yes` is missing
 */
export async function confirmPlan(
  { effects, question }: Plan,
  { yes, dryRun }: Consent,
  { print, prompt }: Terminal,
): Promise<boolean> {
  for (const effect of effects) print(effect)
  if (dryRun) {
    print('Dry run: nothing was changed.')
    return false
  }
  if (yes) return true
  if (!prompt) throw new UsageError(`${question} Nothing was changed: add --yes to go ahead.`)
  if (await prompt(question)) return true
  throw new ExpectedError('Nothing was changed.')
}
