import type { SchemaStep } from '../../../lib/db/migrate.ts'
import { createContentTables } from './0001-initial/content.ts'
import { createCourseTables } from './0001-initial/courses.ts'
import { createLogTables } from './0001-initial/logs.ts'
import { createLoginTables } from './0001-initial/logins.ts'
import { createMemberTables } from './0001-initial/members.ts'
import { createOrderTables } from './0001-initial/orders.ts'
import { createPaymentTables } from './0001-initial/payments.ts'
import { createPublishingTables } from './0001-initial/publishing.ts'
import { createTextTables } from './0001-initial/texts.ts'
import { createTicketTables } from './0001-initial/tickets.ts'

/** In order of dependencies: tables reference earlier ones. */
const PARTS: readonly SchemaStep[] = [
  createContentTables,
  createCourseTables,
  createTextTables,
  createPublishingTables,
  createMemberTables,
  createLoginTables,
  createLogTables,
  createOrderTables,
  createPaymentTables,
  createTicketTables,
]

/** All tables except the search index. Database files with the legacy schema already have them. */
export const createInitialSchema: SchemaStep = async (db, schema) => {
  if (await schema.hasTable(db, 'setting')) return
  for (const part of PARTS) await part(db, schema)
}
