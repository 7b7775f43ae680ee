/** Kinds of tests that a statement may require. */
const KINDS = ['unit', 'contract', 'build', 'browser', 'load'] as const
export type TestKind = (typeof KINDS)[number]

/** A row of the checklist: a statement of the specification and the kinds of tests that it requires. */
export interface ChecklistStatement {
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
