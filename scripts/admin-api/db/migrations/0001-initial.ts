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

/** In this order: tables refer to those before them. */
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

/** Everything but the index of search. Files of the time before this history have these tables already. */
export const createInitialSchema: SchemaStep = async (db, schema) => {
  if (await schema.hasTable(db, 'setting')) return
  for (const part of PARTS) await part(db, schema)
}
