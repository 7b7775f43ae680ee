import { createDeps } from '#scripts/admin-api/deps.ts'
import { openDatabase } from '#scripts/admin-api/db/open.ts'
import { sendMessages } from '#scripts/admin-api/messages/outbox/send-messages.ts'
import { readAdminApiConfig } from '#scripts/admin-api/config.ts'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'

// A program that sends due messages, for tests that kill it. It is configured by environment variables;
// NOW is the current time (epoch ms).
const config = readAdminApiConfig(process.env)
const now = Number(process.env['NOW'])
const db = await openDatabase(config.database)
const deps = await createDeps({
  db,
  config,
  logger: SILENT_LOGGER,
  now: () => now,
  isDraining: () => false,
})
await sendMessages(deps, 'mail')
deps.mailer.close()
await db.close()
