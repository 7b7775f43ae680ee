import { ExpectedError } from '../expected-error.ts'
import { UsageError } from './create-program.ts'
import type { Terminal } from './terminal.ts'

/** What a destructive command is about to do. */
export interface Plan {
  /** Whom and what it affects, with counts and sums of money; one line each. */
  effects: readonly string[]
  /** The question that `--yes` answers: `Refund this order?` */
  question: string
}

/** Options of every destructive command. */
export interface Consent {
  yes?: true | undefined
  dryRun?: true | undefined
}

/** The flags and help texts of `Consent`, to be added with `.option(...CONFIRM)`. */
export const YES_OPTION = ['--yes', 'go ahead without asking'] as const
export const DRY_RUN_OPTION = ['--dry-run', 'show what would happen and change nothing'] as const

/**
 * Shows what a destructive command will do and asks for consent.
 * @returns whether to go on; false only for a dry run
 * @throws ExpectedError when the answer is no
 * @throws UsageError when nobody can be asked and `--yes` is missing
 */
export async function confirmPlan(
  { effects, question }: Plan,
  { yes, dryRun }: Consent,
  { print, ask }: Terminal,
): Promise<boolean> {
  for (const effect of effects) print(effect)
  if (dryRun) {
    print('Dry run: nothing was changed.')
    return false
  }
  if (yes) return true
  if (!ask) throw new UsageError(`${question} Nothing was changed: add --yes to go ahead.`)
  if (await ask(question)) return true
  throw new ExpectedError('Nothing was changed.')
}
