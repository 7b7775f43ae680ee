// npm run check:invariants: holds the database of DATA_DIR against everything that must be true of
// stock, money and tickets (scripts/admin-api/orders/invariants.ts). Beside a running server, too.
import { CommandError } from '#scripts/admin-api/commands/command.ts'
import { withExistingDatabase } from '#scripts/admin-api/commands/with-database.ts'
import { readAdminApiConfig } from '#scripts/admin-api/config.ts'
import { checkInvariants } from '#scripts/admin-api/orders/invariants.ts'
import { ConfigError } from '#scripts/lib/read-config.ts'

async function check(): Promise<number> {
  const { dataDir } = readAdminApiConfig()
  const faults = await withExistingDatabase(dataDir, (db) => checkInvariants(db, Date.now()))
  for (const fault of faults) console.error(fault)
  console.log(faults.length === 0 ? `All holds in ${dataDir}` : `${faults.length} broken`)
  return faults.length === 0 ? 0 : 1
}

try {
  process.exitCode = await check()
} catch (error) {
  if (!(error instanceof CommandError || error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
