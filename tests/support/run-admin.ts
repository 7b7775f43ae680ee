import { runAdmin } from '#scripts/admin-api/commands/run-admin.ts'
import type { Config } from '#scripts/admin-api/config.ts'

export interface AdminResult {
  /** Exit code. */
  code: number
  output: string
  errors: string
  /** The questions asked at the terminal. */
  questions: string[]
}

/**
 * Runs a staff command in this process, like `npm run admin -- …`.
 * @param answer the response to every confirmation; null without a terminal
 */
export async function runAdminLine(
  config: () => Config,
  line: readonly (string | number)[],
  answer: boolean | null = null,
): Promise<AdminResult> {
  const output: string[] = []
  const errors: string[] = []
  const questions: string[] = []
  const ask = async (question: string) => {
    questions.push(question)
    return answer === true
  }
  const code = await runAdmin(line.map(String), {
    config,
    terminal: {
      print: (text) => void output.push(text),
      printError: (text) => void errors.push(text),
      prompt: answer === null ? null : ask,
    },
  })
  return { code, output: output.join('\n'), errors: errors.join('\n'), questions }
}

/** The same for a command that succeeds. @returns its output @throws Error with its error message */
export async function runStaffLine(
  config: () => Config,
  line: readonly (string | number)[],
): Promise<string> {
  const { code, output, errors } = await runAdminLine(config, line)
  if (code !== 0) throw new Error(errors)
  return output
}
