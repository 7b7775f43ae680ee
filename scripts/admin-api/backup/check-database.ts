import { getSchemaTools } from '../../lib/db/engines/engines.ts'
import { inspectFile } from '../../lib/db/engines/file-tools.ts'
import { readSchemaState } from '../../lib/db/migrate.ts'
import { HISTORY } from '../db/migrations/history.ts'
import { countRows } from '../db/rows.ts'
import type { Tables } from '../db/tables.ts'
import { checkInvariants } from '../orders/invariants.ts'

/**
 * Verifies a copy of the database: its pages and foreign keys. Violated invariants of stock and money are
 * returned, because such a copy is better than none. A copy of an earlier version is not migrated, and its
 * invariants are not checked.
 * @throws Error that names the fault of a damaged database
 */
export async function checkDatabase(path: string) {
  using file = inspectFile<Tables>(path)
  const fault = file.findFault()
  if (fault !== undefined) throw new Error(`${path} is ${fault}`)
  const schema = getSchemaTools({ kind: 'file', file: path })
  const { unknown, isCurrent } = await readSchemaState(file.query, HISTORY, schema)
  if (unknown !== undefined) {
    throw new Error(`${path} has schema ${unknown}, which this program does not support`)
  }
  // With time 0, because orders past their deadline are not a fault of a copy.
  const violations = isCurrent ? await checkInvariants(file.query, 0) : []
  return {
    violations,
    orders: await countRows(file.query.selectFrom('order')),
    members: await countRows(file.query.selectFrom('user')),
    applications: await countRows(file.query.selectFrom('application')),
  }
}
