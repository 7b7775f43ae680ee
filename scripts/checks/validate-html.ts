import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as v from 'valibot'

const run = promisify(execFile)
const MAX_OUTPUT = 64 * 1024 * 1024
// Not a dependency: 30 MB that only this check needs, and its install script fetches a Java.
const CHECKER = 'vnu-jar@26.9.27'
const CACHE = join(
  fileURLToPath(new URL('../..', import.meta.url)),
  'node_modules/.cache/entracte/vnu',
)

/** `immediate` is an eagerness of the HTML standard (speculation rules). */
const UNKNOWN_WORD = /^The “eagerness” property in a speculation rule must be one of/

const ReportSchema = v.object({
  messages: v.array(
    v.object({
      type: v.string(),
      message: v.string(),
      url: v.optional(v.string()),
      lastLine: v.optional(v.number()),
      extract: v.optional(v.string()),
    }),
  ),
})

export interface Validation {
  /** How many documents were read. */
  documents: number
  /** A line for each error: where, what, and the markup around it. */
  faults: string[]
}

/** The Java that the checker runs on, or null if there is none. */
async function findJava(): Promise<string | null> {
  const home = process.env['JAVA_HOME']
  const java = home ? join(home, 'bin', 'java') : 'java'
  return run(java, ['-version']).then(
    () => java,
    () => null,
  )
}

/** The checker itself, fetched once into the cache; null where the registry cannot be reached. */
async function findChecker(): Promise<string | null> {
  const jar = join(CACHE, 'node_modules/vnu-jar/build/dist/vnu.jar')
  if (existsSync(jar)) return jar
  await mkdir(CACHE, { recursive: true })
  const flags = ['--prefix', CACHE, '--ignore-scripts', '--no-audit', '--no-fund']
  return run('npm', ['install', ...flags, CHECKER]).then(
    () => jar,
    () => null,
  )
}

/** What the check needs on this machine, or a sentence saying what is missing. */
export async function findTools(): Promise<{ java: string; jar: string } | string> {
  const java = await findJava()
  if (java === null) return 'there is no Java (Debian: apt-get install default-jre-headless)'
  const jar = await findChecker()
  return jar === null ? `${CHECKER} cannot be fetched` : { java, jar }
}

/** The first of documents that differ by their number only: items come from one page file. */
function takeOneOfEach(files: readonly string[]): string[] {
  const kinds = new Map(
    files.toReversed().map((file) => [file.replace(/(?:page-)?\d+\.html$/, '#.html'), file]),
  )
  return [...kinds.values()]
}

/**
 * Holds HTML documents of a folder (every one, or one of each kind) against the HTML standard, with the checker that the W3C
 * runs (Nu Html Checker, vnu). Errors only: its hints are opinions on style. One error is filtered, of a
 * word that the standard has and the checker does not know yet.
 */
export async function validateHtml(
  folder: string,
  { java, jar }: { java: string; jar: string },
  which: 'all' | 'one of each' = 'all',
): Promise<Validation> {
  const all = globSync('**/*.html', { cwd: folder }).map((file) => join(folder, file))
  const files = which === 'all' ? all : takeOneOfEach(all)
  if (files.length === 0) throw new Error(`There is no HTML in ${folder}.`)
  const flags = ['--stdout', '--exit-zero-always', '--errors-only', '--format', 'json']
  const { stdout } = await run(java, ['-jar', jar, ...flags, ...files], { maxBuffer: MAX_OUTPUT })
  const { messages } = v.parse(ReportSchema, JSON.parse(stdout))
  const faults = messages
    .filter(({ type, message }) => type !== 'info' && !UNKNOWN_WORD.test(message))
    .map(({ url, lastLine, message, extract = '' }) => {
      const file = url?.startsWith('file:') ? relative(folder, fileURLToPath(url)) : url
      return `${file}:${lastLine ?? 1} ${message} ${extract.replace(/\s+/g, ' ').trim()}`.trim()
    })
  return { documents: files.length, faults }
}
