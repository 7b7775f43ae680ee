import { sql } from 'kysely'
import type { Reader } from '../db/open.ts'
import { formatTime } from '../venue-time.ts'
import type { Person, TableRule } from './rule.ts'
import { TABLE_RULES } from './rules.ts'

type Row = Record<string, unknown>

const TIME_COLUMN = /(?:^|_)(?:at|until)$/
const JSON_COLUMNS = new Set(['answers', 'answer', 'data', 'record', 'lines'])

/** Removes the name of the staff member from an audit entry: it is not the member's data. */
function omitStaffName(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).filter(([name]) => name !== 'by'))
}

/** Converts a stored value for the export: epoch ms to ISO 8601, JSON text to its value. */
function formatValue(column: string, value: unknown, isLog: boolean): unknown {
  if (typeof value === 'number' && TIME_COLUMN.test(column)) return formatTime(value)
  if (typeof value !== 'string' || !JSON_COLUMNS.has(column)) return value
  // `idempotency_key.answer` is not JSON while the request is in progress.
  if (!/^[[{]/.test(value)) return value
  const data: unknown = JSON.parse(value)
  return isLog ? omitStaffName(data) : data
}

async function readRows(
  db: Reader,
  name: string,
  { rows, exported, anonymised = {}, log = [] }: TableRule,
  person: Person,
): Promise<Row[]> {
  const columns = [...exported, ...Object.keys(anonymised), ...log].map((column) => sql.ref(column))
  const query = sql<Row>`select ${sql.join(columns)} from ${sql.table(name)} where ${rows(person)}`
  const result = await query.execute(db)
  return result.rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [
        column,
        // A login is by a method, every other entry by a staff member.
        formatValue(column, value, log.includes(column) && row['action'] !== 'login'),
      ]),
    ),
  )
}

/** All data about a person, by table name. Tables without rows are omitted. */
export async function collectData(db: Reader, person: Person): Promise<Record<string, Row[]>> {
  const data: Record<string, Row[]> = {}
  for (const [name, rule] of TABLE_RULES) {
    const rows = await readRows(db, name, rule, person)
    if (rows.length > 0) data[name] = rows
  }
  return data
}
