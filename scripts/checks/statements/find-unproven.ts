import type { Kind, Statement } from './read-checklist.ts'
import type { Passed } from './read-reports.ts'

const ID = /\[(S\d\.\d\d)\]/g

export const idsIn = (title: string): string[] => [...title.matchAll(ID)].map(([, id = '']) => id)

export interface Verdict {
  /** Statements without a passing test of a kind that they ask for. */
  unproven: { statement: Statement; missing: Kind[] }[]
  /** Statements whose missing stories are only told in the long run. */
  left: Statement[]
  /** Ids in titles that no statement has. */
  unknown: string[]
}

/**
 * Holds the statements against the tests that passed.
 * @param untold ids in stories that this run did not tell
 */
export function findUnproven(
  statements: readonly Statement[],
  passed: readonly Passed[],
  untold: ReadonlySet<string> = new Set(),
): Verdict {
  const proofs = new Set(
    passed.flatMap(({ title, kind }) => idsIn(title).map((id) => `${id} ${kind}`)),
  )
  const known = new Set(statements.map(({ id }) => id))
  const claimed = new Set(passed.flatMap(({ title }) => idsIn(title)))
  const gaps = statements
    .map((statement) => ({
      statement,
      missing: statement.kinds.filter((kind) => !proofs.has(`${statement.id} ${kind}`)),
    }))
    .filter(({ missing }) => missing.length > 0)
  const isLeft = ({ statement, missing }: (typeof gaps)[number]) =>
    untold.has(statement.id) && missing.every((kind) => kind === 'browser')
  return {
    unproven: gaps.filter((gap) => !isLeft(gap)),
    left: gaps.filter(isLeft).map(({ statement }) => statement),
    unknown: [...claimed].filter((id) => !known.has(id)).toSorted(),
  }
}
