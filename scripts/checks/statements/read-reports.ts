import * as v from 'valibot'
import type { Kind } from './read-checklist.ts'

/** A test that passed: its whole title, and what kind it is of. */
export interface Passed {
  title: string
  kind: Kind
}

/** Kind of the tests of each folder; the server is tested in process, as a unit. */
const KIND_OF_FOLDER: Record<string, Kind> = {
  unit: 'unit',
  serve: 'unit',
  contract: 'contract',
  build: 'build',
  e2e: 'browser',
  load: 'load',
}

const VitestSchema = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      assertionResults: v.array(v.object({ fullName: v.string(), status: v.string() })),
    }),
  ),
})

/** What passed by a JSON report of Vitest. */
export function readVitest(report: unknown): Passed[] {
  return v.parse(VitestSchema, report).testResults.flatMap(({ name, assertionResults }) => {
    const folder = /\/tests\/(\w+)\//.exec(name)?.[1] ?? ''
    const kind = KIND_OF_FOLDER[folder]
    if (kind === undefined) throw new Error(`no kind of test is known for ${name}`)
    const passed = assertionResults.filter(({ status }) => status === 'passed')
    return passed.map(({ fullName }) => ({ title: fullName, kind }))
  })
}

interface Suite {
  title: string
  specs: { title: string; ok: boolean; tests: { status: string }[] }[]
  suites?: Suite[] | undefined
}

const SuiteSchema: v.GenericSchema<unknown, Suite> = v.object({
  title: v.string(),
  specs: v.array(
    v.object({
      title: v.string(),
      ok: v.boolean(),
      tests: v.array(v.object({ status: v.string() })),
    }),
  ),
  suites: v.optional(v.array(v.lazy(() => SuiteSchema))),
})
const PlaywrightSchema = v.object({ suites: v.array(SuiteSchema) })

function readSuite({ title, specs, suites = [] }: Suite): Passed[] {
  // A story that was skipped counts as well-ended, and proves nothing.
  const told = specs.filter(
    ({ ok, tests }) =>
      ok && tests.some(({ status }) => status === 'expected' || status === 'flaky'),
  )
  return [
    ...told.map((spec) => spec.title),
    ...suites.flatMap(readSuite).map((one) => one.title),
  ].map((each): Passed => ({ title: `${title} ${each}`, kind: 'browser' }))
}

/** What passed by a JSON report of Playwright. */
export const readPlaywright = (report: unknown): Passed[] =>
  v.parse(PlaywrightSchema, report).suites.flatMap(readSuite)
