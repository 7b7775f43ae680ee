// npm run check:invariants: checks the invariants of stock, money and tickets in the database of an
// installation (scripts/admin-api/orders/invariants.ts), also while the server runs. Exits with 1 if an
// invariant is violated, 2 if there is no database.
import { CommandError } from '../admin-api/commands/command.ts'
import { withExistingDatabase } from '../admin-api/commands/with-database.ts'
import { readAdminApiConfig } from '../admin-api/config.ts'
import { checkInvariants } from '../admin-api/orders/invariants.ts'
import { describeAddress } from '../lib/db/address.ts'
import { createProgram, EXIT, runMain, UsageError } from '../lib/command-line/create-program.ts'

async function check(): Promise<void> {
  const config = readAdminApiConfig()
  const faults = await withExistingDatabase(config, (db) => checkInvariants(db.query, Date.now()))
  for (const fault of faults) console.error(fault)
  const place = describeAddress(config.database)
  console.log(faults.length === 0 ? `All invariants hold in ${place}` : `${faults.length} violated`)
  if (faults.length > 0) process.exitCode = EXIT.failed
}

const program = createProgram(
  'npm run check:invariants --',
  'Checks stock, money and tickets in the database of the installation.',
).action(async () => {
  try {
    await check()
  } catch (error) {
    // A separate exit code lets monitoring distinguish violations from a missing database.
    if (error instanceof CommandError) throw new UsageError(error.message, { cause: error })
    throw error
  }
})

await runMain(program)
