import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { ExpectedError } from '../lib/expected-error.ts'

const run = promisify(execFile)
const MAX_OUTPUT = 64 * 1024 * 1024
// Not a dependency, because it has 30 MB for this check only and its install script downloads Java.
const CHECKER = 'vnu-jar@26.9.27'
const CACHE = join(
  fileURLToPath(new URL('../..', import.meta.url)),
  'node_modules/.cache/entracte/vnu',
)

/** Valid by newer standards: `immediate` as `eagerness` of speculation rules, and CSS container queries. */
const FALSE_POSITIVES = [
  /^The “eagerness” property in a speculation rule must be one of/,
  /^CSS: “container-type”: Property “container-type” doesn't exist/,
  /^CSS: “font-size”: Parse Error\. .*cqw\)/,
]

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

/** Finds Java; null if it is not installed. */
async function findJava(): Promise<string | null> {
  const home = process.env['JAVA_HOME']
  const java = home ? join(home, 'bin', 'java') : 'java'
  return run(java, ['-version']).then(
    () => java,
    () => null,
  )
}

/** Finds the validator, which is downloaded once into the cache; null if the download fails. */
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

/** Finds the required tools. @returns a sentence that states what is missing if one cannot be found */
export async function findTools(): Promise<{ java: string; jar: string } | string> {
  const java = await findJava()
  if (java === null) return 'Java is not installed (Debian: apt-get install default-jre-headless)'
  const jar = await findChecker()
  return jar === null ? `${CHECKER} cannot be downloaded` : { java, jar }
}

/** Keeps one of the documents whose paths differ only in a number, because one page file renders them. */
function pickOneOfEach(files: readonly string[]): string[] {
  const kinds = new Map(
    files.toReversed().map((file) => [file.replace(/(?:page-)?\d+\.html$/, '#.html'), file]),
  )
  return [...kinds.values()]
}

/**
 * Validates the HTML documents of a folder (all, or one of each kind) with the Nu Html Checker of the W3C
 * (vnu). Reports only errors, except known false positives.
 */
export async function validateHtml(
  folder: string,
  { java, jar }: { java: string; jar: string },
  which: 'all' | 'one of each' = 'all',
) {
  const all = globSync('**/*.html', { cwd: folder }).map((file) => join(folder, file))
  const files = which === 'all' ? all : pickOneOfEach(all)
  if (files.length === 0) throw new ExpectedError(`There is no HTML in ${folder}.`)
  const flags = ['--stdout', '--exit-zero-always', '--errors-only', '--format', 'json']
  const { stdout } = await run(java, ['-jar', jar, ...flags, ...files], { maxBuffer: MAX_OUTPUT })
  const { messages } = v.parse(ReportSchema, JSON.parse(stdout))
  const faults = messages
    .filter(({ type }) => type !== 'info')
    .map(({ url, lastLine, message, extract = '' }) => ({
      position: `${url?.startsWith('file:') ? relative(folder, fileURLToPath(url)) : url}:${lastLine ?? 1}`,
      text: `${message} ${extract.replace(/\s+/g, ' ')}`.trim(),
    }))
    .filter(({ text }) => !FALSE_POSITIVES.some((pattern) => pattern.test(text)))
    .map(({ position, text }) => `${position} ${text}`)
  return { documents: files.length, faults }
}
