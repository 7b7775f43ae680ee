import { ConfigError } from '../lib/read-config.ts'
import { readAdminApiConfig } from './config.ts'
import { ContentError } from './content/read-folder.ts'
import { LockedError } from './db/lock.ts'
import { ListenError, startAdminApi } from './start-admin-api.ts'

/** What the operator can put right reads as a message, anything else as an error with its place. */
const PLAIN = [ConfigError, ContentError, LockedError, ListenError]

function reportFailure(error: unknown): void {
  const plain = PLAIN.find((kind) => error instanceof kind)
  console.error(plain && error instanceof Error ? error.message : error)
  process.exitCode = 1
}

try {
  const api = await startAdminApi(readAdminApiConfig(), {
    report(done, total) {
      if (done % 10 === 0 || done === total)
        console.log(`demo content: picture ${done} of ${total}`)
    },
  })
  const signals = { count: 0 }
  const stop = () => {
    signals.count += 1
    if (signals.count > 1) process.exit(1)
    api.close().then(() => process.exit(0), reportFailure)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  console.log(`admin API at ${api.url}`)
} catch (error) {
  reportFailure(error)
}
