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

async function runSuites(
  suites: readonly string[],
  env: Record<string, string> = {},
): Promise<Count[]> {
  const counts: Count[] = []
  for (const suite of suites) counts.push(await runVitest(suite, env))
  return counts
}

/** Builds and starts the product, and tests the pages of its release. */
async function openStack() {
  const stack = await startStack(console.log)
  const env = describeStack(stack)
  return { stack, env, counts: await runSuites(['test:build', 'test:hosts'], env) }
}

async function runE2e({ stack, env, counts }: Awaited<ReturnType<typeof openStack>>) {
  try {
    return [...counts, await runPlaywright(env), await checkLogForSecrets(stack)]
  } finally {
    await stack.close()
  }
}

// Two parallel lanes for two cores: one builds the product, then both take the remaining jobs. E2e tests run
// alone.
const days = runVitest('test:days')
// On a clean checkout, `days` also fills the cache of images and fonts for the stack.
const stackOpened = days.then(openStack)
const jobs: (() => Promise<Count>)[] = [
  ...[
    'test:format',
    'test:lint',
    'test:styles',
    'test:imports',
    'test:unused',
    'test:lockfile',
    'test:messages',
  ].map((check) => () => runCheck(check)),
  ...['test:unit', 'test:contract', 'test:postgres'].map((suite) => () => runVitest(suite)),
  () => runCheck('test:types'),
  // A test in `days` deletes cached images that `publish` writes, so they must not overlap.
  () => days.then(() => runVitest('test:publish')),
  () => runVitest('test:serve'),
]
async function runJobs(): Promise<Count[]> {
  const done: Count[] = []
  for (let job = jobs.shift(); job; job = jobs.shift()) done.push(await job())
  return done
}
// A failed build is reported below.
const lanes = [runJobs(), stackOpened.catch(() => undefined).then(runJobs)]
const counts = [await days, ...(await Promise.all(lanes)).flat()]
const e2eCounts = await stackOpened.then(runE2e).catch((error: unknown) => {
  recordFailure('the stack of the e2e tests', [inspect(error)])
  return [{ passed: 0, failed: 1 }]
})
counts.push(...e2eCounts)
const isProven = await run(process.execPath, ['scripts/checks/check-statements.ts'])
counts.push({ passed: Number(isProven), failed: Number(!isProven) })

for (const failure of failures) console.log(failure)
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
