// Statements of the specification: which of `tests/spec-checklist.md` no passing test carries in its
// title. Reads the reports that the last `npm test` left; stories that a short run does not tell are
// listed apart, and count in the run that tells them (`E2E_ALL=1 npm test`).
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createProgram, readCommandLine } from '../lib/command-line/create-program.ts'
import { reportFaults } from './report.ts'
import { findUnproven } from './statements/find-unproven.ts'
import { readChecklist } from './statements/read-checklist.ts'
import { readPlaywright, readVitest } from './statements/read-reports.ts'

readCommandLine(
  createProgram(
    'npm run check:statements --',
    'Lists the statements of the specification that no passing test of the last npm test names.',
  ),
)
const REPORTS = join('node_modules', '.cache', 'entracte', 'reports')
const VITEST = ['test-unit', 'test-contract', 'test-serve', 'test-build']

const readReport = (name: string): unknown =>
  JSON.parse(readFileSync(join(REPORTS, `${name}.json`), 'utf8'))

/** The ids in stories that were not told: their files are in no report. */
function findUntold(report: string): Set<string> {
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
    absent.map((name) => `${name} left no report: run npm test`),
  )
} else {
  const statements = readChecklist(readFileSync('tests/spec-checklist.md', 'utf8'))
  const passed = [
    ...VITEST.flatMap((name) => readVitest(readReport(name))),
    ...readPlaywright(readReport('e2e')),
  ]
  const untold = findUntold(readFileSync(join(REPORTS, 'e2e.json'), 'utf8'))
  const { unproven, left, unknown } = findUnproven(statements, passed, untold)
  for (const { id, text } of left) console.log(`statements: ${id} is left to the long run: ${text}`)
  reportFaults('statements', `${statements.length} statements, ${passed.length} tests passed`, [
    ...unproven.map(
      ({ statement: { id, text }, missing }) =>
        `${id} has no ${missing.join(', no ')} test: ${text}`,
    ),
    ...unknown.map((id) => `${id} is no statement of the checklist`),
  ])
}
