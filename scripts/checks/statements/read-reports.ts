import * as v from 'valibot'
import type { TestKind } from './read-checklist.ts'

/** A passed test: its kind and its tags, including those of its suites. */
export interface PassedTest {
  /** Tags, such as the id of a statement: `S4.03`. */
  tags: string[]
  kind: TestKind
}

/** The kind of the tests in each folder; server tests run in one process and count as unit tests. */
const KIND_OF_FOLDER: Record<string, TestKind> = {
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
      assertionResults: v.array(v.object({ tags: v.array(v.string()), status: v.string() })),
    }),
  ),
})

/** Reads the passed tests from a JSON report of Vitest. */
export function readVitest(report: unknown): PassedTest[] {
  return v.parse(VitestSchema, report).testResults.flatMap(({ name, assertionResults }) => {
    const folder = /\/tests\/(\w+)\//.exec(name)?.[1] ?? ''
    const kind = KIND_OF_FOLDER[folder]
    if (kind === undefined) throw new Error(`no kind of test is known for ${name}`)
    const passed = assertionResults.filter(({ status }) => status === 'passed')
    return passed.map(({ tags }) => ({ tags, kind }))
  })
}

interface Suite {
  specs: { tags: string[]; ok: boolean; tests: { status: string }[] }[]
  suites?: Suite[] | undefined
}

const SuiteSchema: v.GenericSchema<unknown, Suite> = v.object({
  specs: v.array(
    v.object({
      tags: v.array(v.string()),
      ok: v.boolean(),
      tests: v.array(v.object({ status: v.string() })),
    }),
  ),
  suites: v.optional(v.array(v.lazy(() => SuiteSchema))),
})
const PlaywrightSchema = v.object({ suites: v.array(SuiteSchema) })

function readSuite({ specs, suites = [] }: Suite): PassedTest[] {
  // Playwright reports skipped tests as ok, but they do not count.
  const run = specs.filter(
    ({ ok, tests }) =>
      ok && tests.some(({ status }) => status === 'expected' || status === 'flaky'),
  )
  return [
    ...run.map(({ tags }): PassedTest => ({ tags, kind: 'browser' })),
    ...suites.flatMap(readSuite),
  ]
}

/** Reads the passed tests from a JSON report of Playwright. */
export const readPlaywright = (report: unknown): PassedTest[] =>
  v.parse(PlaywrightSchema, report).suites.flatMap(readSuite)
