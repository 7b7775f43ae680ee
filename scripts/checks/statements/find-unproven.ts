import type { ChecklistStatement } from './read-checklist.ts'
import type { PassedTest } from './read-reports.ts'

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
