import { runAdmin } from '#scripts/admin-api/commands/run-admin.ts'
import type { Config } from '#scripts/admin-api/config.ts'
import { FIRST_START } from './admin-api.ts'

/**
 * Runs a staff command in this process, as `npm run admin -- …` does.
 * @param answer the answer to every question; null to run without a terminal
 * @param now the current time in epoch ms; default: the start time of API tests
 * @returns the exit code, the output, and the questions shown at the terminal
 */
export async function runAdminLine(
  config: () => Config,
  line: readonly (string | number)[],
  answer: boolean | null = null,
  now = FIRST_START,
) {
  const output: string[] = []
  const errors: string[] = []
  const questions: string[] = []
  const prompt = async (question: string) => {
    questions.push(question)
    return answer === true
  }
  const code = await runAdmin(line.map(String), {
    config,
    terminal: {
      print: (text) => void output.push(text),
      printError: (text) => void errors.push(text),
      prompt: answer === null ? null : prompt,
    },
    now: () => now,
  })
  return { code, output: output.join('\n'), errors: errors.join('\n'), questions }
}

/** Runs a staff command that must succeed. @returns its output @throws Error with its error output */
export async function runStaffLine(
  config: () => Config,
  line: readonly (string | number)[],
  now = FIRST_START,
): Promise<string> {
  const { code, output, errors } = await runAdminLine(config, line, null, now)
  if (code !== 0) throw new Error(errors)
  return output
}
