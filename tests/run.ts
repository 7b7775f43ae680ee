// Runs all tests: static checks, unit and contract tests, then tests of pages and e2e tests on a product that
// is built and started once. The last line is `N passed, N failed`.
import { spawn } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { inspect } from 'node:util'
import * as v from 'valibot'
import { findBrowsers } from './support/find-browser.ts'
import { startStack, type RunningStack } from './support/stack.ts'

interface Count {
  passed: number
  failed: number
}

const VitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  success: v.boolean(),
})
const PlaywrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number() }),
})

/** Test reports, which `scripts/checks/check-statements.ts` reads after the run. */
const reports = join('node_modules', '.cache', 'entracte', 'reports')
await rm(reports, { recursive: true, force: true })
await mkdir(reports, { recursive: true })

const CHECKS = [
  'test:format',
  'test:lint',
  'test:styles',
  'test:types',
  'test:imports',
  'test:unused',
  'test:lockfile',
  'test:messages',
  // The whole set of stories loads, of which the run below executes a part.
  'test:stories',
]
// On a clean checkout, `days` fills the cache of images and fonts for the suites after it.
const SUITES = [
  'test:unit',
  'test:contract',
  'test:postgres',
  'test:serve',
  'test:days',
  'test:publish',
]
const STACK_SUITES = ['test:build', 'test:hosts']

/** The last lines of each failed run, repeated at the end, because CI truncates the start of logs. */
const failures: string[] = []
const MAX_REPEATED_LINES = 60

function recordFailure(what: string, lines: string[]): void {
  failures.push([`failed: ${what}`, ...lines.slice(-MAX_REPEATED_LINES)].join('\n'))
}

/** Shared compile cache for child processes of all tests. */
const NODE_COMPILE_CACHE = resolve('node_modules', '.cache', 'entracte', 'compiled')

async function runScript(args: string[], env: Record<string, string> = {}): Promise<boolean> {
  const started = performance.now()
  const succeeded = await run('npm', ['run', '--silent', ...args], { NODE_COMPILE_CACHE, ...env })
  console.log(`${args[0]}: ${((performance.now() - started) / 1000).toFixed(0)} s`)
  return succeeded
}

function run(program: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  return new Promise((done) => {
    const child = spawn(program, args, {
      stdio: ['inherit', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ASTRO_TELEMETRY_DISABLED: '1',
        ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
        ...env,
      },
    })
    let output = ''
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const) {
      from.setEncoding('utf8').on('data', (text: string) => {
        output += text
        to.write(text)
      })
    }
    child.on('close', (code) => {
      if (code !== 0) recordFailure(args.join(' '), output.trimEnd().split('\n'))
      done(code === 0)
    })
  })
}

/** A check that either holds or does not counts as one test. */
async function runCheck(name: string): Promise<Count> {
  const succeeded = await runScript([name])
  return { passed: Number(succeeded), failed: Number(!succeeded) }
}

async function readReport<T extends v.GenericSchema>(file: string, schema: T) {
  const text = await readFile(file, 'utf8').catch(() => '{}')
  const result = v.safeParse(schema, JSON.parse(text))
  return result.success ? result.output : null
}

async function runVitest(name: string, env: Record<string, string> = {}): Promise<Count> {
  const file = join(reports, `${name.replace(':', '-')}.json`)
  const succeeded = await runScript(
    [name, '--', '--reporter=default', '--reporter=json', `--outputFile.json=${resolve(file)}`],
    env,
  )
  const report = await readReport(file, VitestReport)
  if (!report) return { passed: 0, failed: 1 }
  // A file that fails to load fails the run without a failed test.
  const broken = !succeeded && report.numFailedTests === 0 ? 1 : 0
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken }
}

async function runPlaywright(env: Record<string, string>): Promise<Count> {
  const file = join(reports, 'e2e.json')
  const succeeded = await runScript(['test:e2e'], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: resolve(file),
    PLAYWRIGHT_REPORT: '1',
  })
  const report = await readReport(file, PlaywrightReport)
  if (!report) return { passed: 0, failed: 1 }
  const { expected, unexpected, flaky } = report.stats
  return { passed: expected + flaky, failed: unexpected + (succeeded || unexpected > 0 ? 0 : 1) }
}

/** Checks that the log of the e2e tests contains no phone number, token or code. */
async function checkLogForSecrets({ checkLog }: RunningStack): Promise<Count> {
  const { lines, secrets } = await checkLog()
  console.log(`log of the e2e tests: ${lines} lines, ${secrets.length} with a secret`)
  if (lines > 0 && secrets.length === 0) return { passed: 1, failed: 0 }
  recordFailure('the log of the e2e tests', secrets)
  return { passed: 0, failed: 1 }
}

function describeStack(stack: RunningStack): Record<string, string> {
  const { forTests, full } = findBrowsers()
  return {
    STACK_SITE: stack.site,
    STACK_API: stack.api,
    STACK_RELEASE: stack.release,
    ...(forTests !== null && { CHROME_PATH: forTests }),
    ...(full !== null && { WHOLE_CHROME_PATH: full }),
  }
}

/** Builds and starts the product, and tests the pages of its release and user journeys in a browser. */
async function testStack(): Promise<Count[]> {
  const stack = await startStack(console.log)
  const env = describeStack(stack)
  const counts: Count[] = []
  try {
    for (const suite of STACK_SUITES) counts.push(await runVitest(suite, env))
    counts.push(await runPlaywright(env), await checkLogForSecrets(stack))
    return counts
  } finally {
    await stack.close()
  }
}

// Checks use one core each. Suites use all cores, and more processes than cores take longer.
const counts = await Promise.all(CHECKS.map(runCheck))
for (const suite of SUITES) counts.push(await runVitest(suite))
const stackCounts = await testStack().catch((error: unknown) => {
  recordFailure('the stack of the e2e tests', [inspect(error)])
  return [{ passed: 0, failed: 1 }]
})
counts.push(...stackCounts)
const isProven = await run(process.execPath, ['scripts/checks/check-statements.ts'])
counts.push({ passed: Number(isProven), failed: Number(!isProven) })

for (const failure of failures) console.log(failure)
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
