import type { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import type { StoredTable } from '../engine.ts'

/** A row by column; its values are texts and numbers. */
type StoredRow = Record<string, unknown>

const NameSchema = v.object({ name: v.string() })
const ColumnSchema = v.object({ name: v.string(), type: v.string() })
const SequenceSchema = v.object({ seq: v.number() })

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Lists the tables by name. */
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
  return names.map(({ name }) => describeTable(name))
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
