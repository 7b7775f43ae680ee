// npm run publish:status [-- --json]: prints the live release, the running build, the last builds and the
// link of the status page. Read-only, so it works while the server runs.
import { withDatabaseIfAny } from '../admin-api/commands/with-database.ts'
import { getDatabaseFile } from '../admin-api/db/database-file.ts'
import { UnusableDatabaseError } from '../admin-api/db/unusable-database.ts'
import { readContentFaults } from '../lib/content-faults.ts'
import { createProgram, runMain } from '../lib/command-line/create-program.ts'
import { isServerRunning } from '../lib/lock-data-dir.ts'
import { readServerAddress } from '../lib/server-address.ts'
import { readWebhookSecret } from '../lib/webhook-secret.ts'
import { readSiteConfig } from '../serve/config.ts'
import { readPublishConfig } from './config.ts'
import { describeStatus } from './describe-status.ts'
import { createStatusLink } from './status-page/status-key.ts'
import { closeInterruptedBuild, readStatus, requireSite } from './status.ts'

/** Sets the time zone of the venue; keeps the default when the database cannot be read. */
async function setTimeZone(dataDir: string): Promise<void> {
  const file = { kind: 'file', file: getDatabaseFile(dataDir) } as const
  const database = readPublishConfig().databaseServer ?? file
  // Opening the database sets the time zone.
  await withDatabaseIfAny({ dataDir, database }, () => {}).catch((error: unknown) => {
    if (!(error instanceof UnusableDatabaseError)) throw error
  })
}

const program = createProgram(
  'npm run publish:status --',
  'Shows what is live, what is being built and how the last builds ended.',
)
  .option('--json', 'print the status as JSON')
  .action(async ({ json }) => {
    const { dataDir, siteUrl } = readSiteConfig()
    requireSite(dataDir)
    const written = await readStatus(dataDir)
    const isRunning = isServerRunning(dataDir)
    // A killed server leaves its build in the status.
    const status = isRunning ? written : closeInterruptedBuild(written, new Date())
    const contentFaults = readContentFaults(dataDir)
    if (json) {
      console.log(JSON.stringify({ ...status, contentFaults }, null, 2))
      return
    }
    await setTimeZone(dataDir)
    for (const line of describeStatus(status, contentFaults)) console.log(line)
    const address = readServerAddress(dataDir)
    const [secret = ''] = readWebhookSecret(dataDir)
    console.log(
      `\nStatus page, for staff only because the link contains the key:\n${createStatusLink(address ?? siteUrl, secret)}`,
    )
    if (address !== undefined) return
    const state = isRunning ? 'The server is starting' : 'No server is running'
    console.log(`${state} on ${dataDir}: the page opens once the site is served.`)
  })

await runMain(program)
