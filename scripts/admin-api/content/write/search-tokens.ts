import type { CompiledQuery } from 'kysely'
import type { SearchPart } from '../../db/tables.ts'
import type { Transaction } from '../../db/open.ts'
import type { SearchTokens } from '../../modules/search/tokens.ts'

/** How the tokens of a document change. */
export interface TokenChange {
  document: number
  before: SearchTokens
  after: SearchTokens
}

export const NO_TOKENS: SearchTokens = { title: new Map(), sound: new Map(), text: new Map() }

const PARTS = ['title', 'sound', 'text'] as const satisfies readonly SearchPart[]
/** Rows that a statement writes or deletes; engines take some ten thousand values at once. */
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

type Value = string | number

/**
 * The values of rows that are new or have another level, in the order of the table's key: neighbours are
 * written into the same page, instead of each row into a page of its own.
 */
function listValues(part: SearchPart, changes: readonly TokenChange[]): Value[] {
  const places = new Map<string, { document: number; level: number }[]>()
  for (const { document, before, after } of changes) {
    for (const [token, level] of after[part]) {
      if (before[part].get(token) === level) continue
      const known = places.get(token)
      if (known) known.push({ document, level })
      else places.set(token, [{ document, level }])
    }
  }
  const values: Value[] = []
  for (const token of [...places.keys()].toSorted()) {
    for (const { document, level } of places.get(token) ?? []) {
      values.push(part, token, document, level)
    }
  }
  return values
}

const PLACEHOLDER = { part: 'title', token: '', document: 0, level: 0 } as const
const COLUMNS = Object.keys(PLACEHOLDER).length

/** The statement that inserts a number of rows, without their values. */
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

/** Brings the tokens of some documents up to date. */
export async function writeTokens(
  trx: Transaction,
  changes: readonly TokenChange[],
): Promise<void> {
  // Built once: to build a statement of many rows takes longer than to run it.
  const whole = buildInsert(trx, BATCH)
  for (const part of PARTS) {
    for (const change of changes) await deleteTokens(trx, part, change)
    const values = listValues(part, changes)
    for (let from = 0; from < values.length; from += BATCH * COLUMNS) {
      const parameters = values.slice(from, from + BATCH * COLUMNS)
      const rows = parameters.length / COLUMNS
      const statement = rows === BATCH ? whole : buildInsert(trx, rows)
      await trx.executeQuery({ ...statement, parameters })
    }
  }
}
