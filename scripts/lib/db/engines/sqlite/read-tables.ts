import type { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import type { StoredTable } from '../engine.ts'

/** A row by column; its values are texts and numbers. */
type StoredRow = Record<string, unknown>

const NameSchema = v.object({ name: v.string() })
const ReferenceSchema = v.object({ table: v.string() })
const ColumnSchema = v.object({ name: v.string(), type: v.string() })
const SequenceSchema = v.object({ seq: v.number() })

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Sorts names topologically: each comes after the names to which it refers. */
function sortByReference(references: ReadonlyMap<string, readonly string[]>): string[] {
  const sorted = new Set<string>()
  const visit = (name: string, path: readonly string[]) => {
    if (sorted.has(name) || path.includes(name)) return
    for (const target of references.get(name) ?? []) visit(target, [...path, name])
    sorted.add(name)
  }
  for (const name of references.keys()) visit(name, [])
  return [...sorted]
}

/** Lists the tables, sorted by foreign keys: a table comes after the tables to which it refers. */
export function listTables(sqlite: DatabaseSync): StoredTable[] {
  const readAll = <Schema extends v.GenericSchema>(
    schema: Schema,
    sql: string,
    ...names: string[]
  ) => v.parse(v.array(schema), sqlite.prepare(sql).all(...names))

  function describeTable(name: string): StoredTable {
    const [last] = readAll(SequenceSchema, 'SELECT seq FROM sqlite_sequence WHERE name = ?', name)
    return {
      name,
      columns: readAll(ColumnSchema, 'SELECT name, type FROM pragma_table_info(?)', name),
      lastNumber: last?.seq ?? null,
    }
  }

  const names = readAll(
    NameSchema,
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name",
  )
  const references = new Map(
    names.map(({ name }) => {
      const sql = 'SELECT "table" FROM pragma_foreign_key_list(?)'
      const foreign = readAll(ReferenceSchema, sql, name)
      return [name, foreign.map(({ table }) => table)]
    }),
  )
  return sortByReference(references).map(describeTable)
}

/** All rows of a table, in batches of `batch` rows. */
export function* readRows(
  sqlite: DatabaseSync,
  { name }: StoredTable,
  batch: number,
): Iterable<StoredRow[]> {
  let rows: StoredRow[] = []
  for (const row of sqlite.prepare(`SELECT * FROM ${quote(name)}`).iterate()) {
    rows.push(row)
    if (rows.length < batch) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}
