// npm run check:invariants: holds the database of DATA_DIR against everything that must be true of
// stock, money and tickets (scripts/admin-api/orders/invariants.ts). Beside a running server, too.
// Exits with 1 when something is broken, 2 when there is no database to check.
import { CommandError } from '#scripts/admin-api/commands/command.ts'
import { withExistingDatabase } from '#scripts/admin-api/commands/with-database.ts'
import { readAdminApiConfig } from '#scripts/admin-api/config.ts'
import { checkInvariants } from '#scripts/admin-api/orders/invariants.ts'
import {
  createProgram,
  EXIT,
  runMain,
  UsageError,
} from '#scripts/lib/command-line/create-program.ts'

async function check(): Promise<void> {
  const { dataDir } = readAdminApiConfig()
  const faults = await withExistingDatabase(dataDir, (db) => checkInvariants(db, Date.now()))
  for (const fault of faults) console.error(fault)
  console.log(faults.length === 0 ? `All holds in ${dataDir}` : `${faults.length} broken`)
  if (faults.length > 0) process.exitCode = EXIT.failed
}

const program = createProgram(
  'npm run check:invariants --',
  'Checks stock, money and tickets in the database of DATA_DIR.',
).action(async () => {
  try {
    await check()
  } catch (error) {
    // A monitor tells a broken database from one that is not there.
    if (error instanceof CommandError) throw new UsageError(error.message, { cause: error })
    throw error
  }
})

await runMain(program)
