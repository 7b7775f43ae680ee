import type { CompiledQuery } from 'kysely'
import type { SearchPart } from '../../db/tables.ts'
import type { Transaction } from '../../db/open.ts'
import type { SearchTokens } from '../../modules/search/tokens.ts'

/** A change of the tokens of a document. */
export interface TokenChange {
  document: number
  before: SearchTokens
  after: SearchTokens
}

export const NO_TOKENS: SearchTokens = { title: new Map(), sound: new Map(), text: new Map() }

const PARTS = ['title', 'sound', 'text'] as const satisfies readonly SearchPart[]
/** Rows per statement; engines limit the number of bound values. */
const BATCH = 250

async function deleteTokens(
  trx: Transaction,
  part: SearchPart,
  { document, before, after }: TokenChange,
): Promise<void> {
  const gone = [...before[part].keys()].filter((token) => !after[part].has(token))
  for (let from = 0; from < gone.length; from += BATCH) {
    await trx
      .deleteFrom('search_token')
      .where('part', '=', part)
      .where('token', 'in', gone.slice(from, from + BATCH))
      .where('document', '=', document)
      .execute()
  }
}

/**
 * The values of rows that are new or have another level, sorted by the primary key: adjacent rows share
 * database pages, which makes the inserts faster.
 */
function listValues(part: SearchPart, changes: readonly TokenChange[]) {
  const entries = changes.flatMap(({ document, before, after }) =>
    [...after[part]].flatMap(([token, level]) =>
      before[part].get(token) === level ? [] : { token, document, level },
    ),
  )
  const byToken = Map.groupBy(entries, ({ token }) => token)
  const sorted = [...byToken.keys()].toSorted().flatMap((token) => byToken.get(token) ?? [])
  return sorted.flatMap(({ token, document, level }) => [part, token, document, level])
}

const PLACEHOLDER = { part: 'title', token: '', document: 0, level: 0 } as const
const COLUMNS = Object.keys(PLACEHOLDER).length

/** Compiles an upsert of a number of rows, without their values. */
const buildInsert = (trx: Transaction, rows: number): CompiledQuery =>
  trx
    .insertInto('search_token')
    .values(Array.from({ length: rows }, () => PLACEHOLDER))
    .onConflict((row) =>
      row
        .columns(['part', 'token', 'document'])
        .doUpdateSet(({ ref }) => ({ level: ref('excluded.level') })),
    )
    .compile()

/** Updates the tokens of documents. */
export async function writeTokens(
  trx: Transaction,
  changes: readonly TokenChange[],
): Promise<void> {
  // Compiled once: compiling a statement with many rows takes longer than running it.
  const fullBatch = buildInsert(trx, BATCH)
  for (const part of PARTS) {
    for (const change of changes) await deleteTokens(trx, part, change)
    const values = listValues(part, changes)
    for (let from = 0; from < values.length; from += BATCH * COLUMNS) {
      const parameters = values.slice(from, from + BATCH * COLUMNS)
      const rows = parameters.length / COLUMNS
      const statement = rows === BATCH ? fullBatch : buildInsert(trx, rows)
      await trx.executeQuery({ ...statement, parameters })
    }
  }
}
