import { sql } from 'kysely'
import type { Reader } from '../db/open.ts'
import { formatTime } from '../venue-time.ts'
import type { Person, PersonalTable } from './rule.ts'
import { listPersonalTables } from './rules.ts'

type Row = Record<string, unknown>

const TIME = /(?:^|_)(?:at|until)$/
const JSON_COLUMNS = new Set(['answers', 'answer', 'data', 'record', 'lines'])

/** What staff are called is not the member's. */
function hideStaff(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).filter(([name]) => name !== 'by'))
}

/** A value as people read it: times as ISO 8601, stored JSON as what it says. */
function describe(column: string, value: unknown, isLog: boolean): unknown {
  if (typeof value === 'number' && TIME.test(column)) return formatTime(value)
  if (typeof value !== 'string' || !JSON_COLUMNS.has(column)) return value
  // An answer that is still being made is no JSON yet.
  if (!/^[[{]/.test(value)) return value
  const data: unknown = JSON.parse(value)
  return isLog ? hideStaff(data) : data
}

async function readRows(
  db: Reader,
  name: string,
  { rows, shown, cleared = {}, log = [] }: PersonalTable<string>,
  person: Person,
): Promise<Row[]> {
  const columns = [...shown, ...Object.keys(cleared), ...log].map((column) => sql.ref(column))
  const query = sql<Row>`select ${sql.join(columns)} from ${sql.table(name)} where ${rows(person)}`
  const found = await query.execute(db)
  return found.rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [
        column,
        describe(column, value, log.includes(column)),
      ]),
    ),
  )
}

/** Everything that the database holds about a person, by table; tables without a row are left out. */
export async function collectData(db: Reader, person: Person): Promise<Record<string, Row[]>> {
  const found: Record<string, Row[]> = {}
  for (const { name, rule } of listPersonalTables()) {
    const rows = await readRows(db, name, rule, person)
    if (rows.length > 0) found[name] = rows
  }
  return found
}
