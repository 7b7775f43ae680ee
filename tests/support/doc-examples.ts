import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const runFile = promisify(execFile)

const EXAMPLE = /<!-- example: ([\w-]+) -->\s+```sh\n([\s\S]*?)```/g

/** The shell examples of a document by name; each follows `<!-- example: name -->`. */
export async function readExamples(file: string): Promise<Map<string, string>> {
  const text = await readFile(file, 'utf8')
  return new Map([...text.matchAll(EXAMPLE)].map(([, name = '', script = '']) => [name, script]))
}

/**
 * Runs an example in a shell.
 * @returns its standard output
 * @throws if a command fails
 */
export async function runExample(
  script: string,
  env: Record<string, string>,
  cwd: string,
): Promise<string> {
  const { PATH = '', HOME = '' } = process.env
  const options = { cwd, env: { PATH, HOME, ...env } }
  const { stdout } = await runFile('bash', ['-euo', 'pipefail', '-c', script], options)
  return stdout
}
