import * as v from 'valibot'

/** Kinds of tests that a statement may require. */
const KINDS = ['unit', 'contract', 'build', 'browser', 'load'] as const
type TestKind = (typeof KINDS)[number]

/** A row of the checklist: a statement of the specification and the kinds of tests that it requires. */
interface ChecklistStatement {
  id: string
  text: string
  kinds: TestKind[]
}

const ROW = /^\| (S\d\.\d\d) \| (.+?) *\| ([a-z+]+) *\|$/gm

/** Reads the statements of a checklist. @throws when a row requires an unknown kind */
export function readChecklist(markdown: string): ChecklistStatement[] {
  return [...markdown.matchAll(ROW)].map(([, id = '', text = '', proof = '']) => ({
    id,
    text,
    kinds: proof.split('+').map((name) => {
      const kind = KINDS.find((known) => known === name)
      if (kind === undefined) throw new Error(`${id} requires the unknown kind "${name}"`)
      return kind
    }),
  }))
}

const ID = /^S\d\.\d\d$/

/**
 * Checks the statements against the passed tests.
 * @param notRun ids in e2e tests that did not run
 */
export function findUnproven(
  statements: readonly ChecklistStatement[],
  passed: readonly PassedTest[],
  notRun: ReadonlySet<string> = new Set(),
) {
  const proofs = new Set(passed.flatMap(({ tags, kind }) => tags.map((tag) => `${tag} ${kind}`)))
  const known = new Set(statements.map(({ id }) => id))
  const claimed = new Set(passed.flatMap(({ tags }) => tags.filter((tag) => ID.test(tag))))
  const gaps = statements
    .map((statement) => ({
      statement,
      missing: statement.kinds.filter((kind) => !proofs.has(`${statement.id} ${kind}`)),
    }))
    .filter(({ missing }) => missing.length > 0)
  const isDeferred = ({ statement, missing }: (typeof gaps)[number]) =>
    notRun.has(statement.id) && missing.every((kind) => kind === 'browser')
  return {
    /** Statements without a passing test of a required kind. */
    unproven: gaps.filter((gap) => !isDeferred(gap)),
    /** Statements of which only e2e tests of full runs are missing. */
    deferred: gaps.filter(isDeferred).map(({ statement }) => statement),
    /** Tags that match no statement. */
    unknown: [...claimed].filter((id) => !known.has(id)).toSorted(),
  }
}

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
