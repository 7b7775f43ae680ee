import type { SchemaStep } from '../../../lib/db/migrate.ts'
import { createContentTables } from './0001-initial/content.ts'
import { createMemberTables } from './0001-initial/members.ts'
import { createOrderTables } from './0001-initial/orders.ts'

/** All tables except the search index. */
export const createInitialSchema: SchemaStep = async (db, schema) => {
  // In order of dependencies: tables reference earlier ones.
  await createContentTables(db, schema)
  await createMemberTables(db, schema)
  await createOrderTables(db, schema)
}
