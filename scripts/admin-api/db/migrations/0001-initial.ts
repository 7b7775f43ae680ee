import type { SchemaStep } from '../../../lib/db/migrate.ts'
import { createContentTables } from './0001-initial/content.ts'
import { createMemberTables } from './0001-initial/members.ts'
import { createOrderTables } from './0001-initial/orders.ts'

/** All tables except the search index. Database files with the legacy schema already have them. */
export const createInitialSchema: SchemaStep = async (db, schema) => {
  if (await schema.hasTable(db, 'setting')) return
  // In order of dependencies: tables reference earlier ones.
  for (const part of [createContentTables, createMemberTables, createOrderTables]) {
    await part(db, schema)
  }
}
