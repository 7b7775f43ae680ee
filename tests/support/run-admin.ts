import { runAdmin } from '#scripts/admin-api/commands/run-admin.ts'
import type { Config } from '#scripts/admin-api/config.ts'
import { createConfig, FIRST_START } from './admin-api.ts'

/** The installation of an API under test, or another one. */
interface Installation {
  dataDir: string
  /** Default: the start time of API tests. */
  clock?: { now: number }
}

interface Options {
  /** The answer to every question; null to run without a terminal. */
  answer?: boolean | null
  /** Environment variables of the command. */
  settings?: Record<string, string>
  readConfig?: () => Config
}

/**
 * Runs a staff command in this process, as `npm run admin -- …` does.
 * @param line its words, or a text of words without blanks
 * @returns the exit code, the output, and the questions shown at the terminal
 */
export async function runAdminLine(
  { dataDir, clock = { now: FIRST_START } }: Installation,
  line: string | readonly (string | number)[],
  { answer = null, settings, readConfig = () => createConfig(dataDir, settings) }: Options = {},
) {
  const output: string[] = []
  const errors: string[] = []
  const questions: string[] = []
  const prompt = async (question: string) => {
    questions.push(question)
    return answer === true
  }
  const words = typeof line === 'string' ? line.split(' ') : line.map(String)
  const code = await runAdmin(words, {
    config: readConfig,
    terminal: {
      print: (text) => void output.push(text),
      printError: (text) => void errors.push(text),
      prompt: answer === null ? null : prompt,
    },
    now: () => clock.now,
  })
  return { code, output: output.join('\n'), errors: errors.join('\n'), questions }
}

/** Runs a staff command that must succeed. @returns its output @throws Error with its error output */
export async function runStaffLine(
  installation: Installation,
  line: string | readonly (string | number)[],
): Promise<string> {
  const { code, output, errors } = await runAdminLine(installation, line)
  if (code !== 0) throw new Error(errors)
  return output
}
