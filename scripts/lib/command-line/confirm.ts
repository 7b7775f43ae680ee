import { ExpectedError } from '../expected-error.ts'
import { UsageError } from './create-program.ts'
import type { Terminal } from './terminal.ts'

/** Effects of a destructive command, shown before it runs. */
export interface Plan {
  /** Affected records, with counts and amounts; one line each. */
  effects: readonly string[]
  /** The confirmation prompt: `Refund this order?` */
  question: string
}

/** Options of every destructive command. */
export interface Consent {
  yes?: true | undefined
  dryRun?: true | undefined
}

/** Flags and help texts of `Consent`, for `.option(...YES_OPTION)`. */
export const YES_OPTION = ['--yes', 'proceed without confirmation'] as const
export const DRY_RUN_OPTION = ['--dry-run', 'show what would happen and change nothing'] as const

/**
 * Shows the effects of a destructive command and prompts for confirmation.
 * @returns whether to proceed; false only for a dry run
 * @throws ExpectedError when the user declines
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
