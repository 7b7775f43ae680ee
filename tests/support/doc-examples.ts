import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const runFile = promisify(execFile)

const EXAMPLE = /<!-- example: ([\w-]+) -->\s+```sh\n([\s\S]*?)```/g

/** The named shell examples of a document, each after `<!-- example: name -->`. */
export async function readExamples(file: string): Promise<Map<string, string>> {
  const text = await readFile(file, 'utf8')
  return new Map([...text.matchAll(EXAMPLE)].map(([, name = '', script = '']) => [name, script]))
}

/**
 * Runs an example as a reader would paste it into a shell, and returns what it prints.
 * @throws when a command of it fails
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
