// Lists statements of `tests/spec-checklist.md` without a passing test that is tagged with their id, from the
// reports of the last `npm test`. Statements whose e2e tests run only in full runs (`E2E_ALL=1 npm test`) are
// listed separately.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createProgram, readCommandLine } from '../lib/command-line/create-program.ts'
import { reportFaults } from './report.ts'
import { findUnproven, readChecklist, readPlaywright, readVitest } from './statements.ts'

readCommandLine(
  createProgram(
    'npm run check:statements --',
    'Lists the statements of the specification without a passing test in the last npm test.',
  ),
)
const REPORTS = join('node_modules', '.cache', 'entracte', 'reports')
const VITEST = ['test-unit', 'test-contract', 'test-serve', 'test-build']

const readReport = (name: string): unknown =>
  JSON.parse(readFileSync(join(REPORTS, `${name}.json`), 'utf8'))

/** Finds the ids in e2e files that are not in the report, because they did not run. */
function findNotRun(report: string): Set<string> {
  const files = globSync('tests/e2e/*.e2e.ts').filter((file) => {
    const name = file.split(/[\\/]/).at(-1) ?? file
    return !report.includes(`"${name}"`)
  })
  const sources = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  return new Set([...sources.matchAll(/\bS\d\.\d\d\b/g)].map(([id]) => id))
}

const names = [...VITEST, 'e2e']
const absent = names.filter((name) => !existsSync(join(REPORTS, `${name}.json`)))
if (absent.length > 0) {
  reportFaults(
    'statements',
    'no reports',
    absent.map((name) => `${name} has no report: run npm test`),
  )
} else {
  const statements = readChecklist(readFileSync('tests/spec-checklist.md', 'utf8'))
  const passed = [
    ...VITEST.flatMap((name) => readVitest(readReport(name))),
    ...readPlaywright(readReport('e2e')),
  ]
  const notRun = findNotRun(readFileSync(join(REPORTS, 'e2e.json'), 'utf8'))
  const { unproven, deferred, unknown } = findUnproven(statements, passed, notRun)
  for (const { id, text } of deferred) console.log(`statements: ${id} needs a full run: ${text}`)
  reportFaults('statements', `${statements.length} statements, ${passed.length} tests passed`, [
    ...unproven.map(
      ({ statement: { id, text }, missing }) =>
        `${id} has no ${missing.join(', no ')} test: ${text}`,
    ),
    ...unknown.map((id) => `${id} is not in the checklist`),
  ])
}
