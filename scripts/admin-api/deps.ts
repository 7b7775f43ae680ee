import type { Logger } from '../lib/logger.ts'
import type { Config } from './config.ts'
import { followTimeZone } from './content/follow-time-zone.ts'
import { createSchedule, type Schedule } from './content/schedule.ts'
import { fillSearchIndex } from './content/write/search.ts'
import { createDatabaseHealth, type DatabaseHealth } from './db/health.ts'
import type { Database } from './db/open.ts'
import { createProofOfWork, type ChallengeProvider } from './providers/challenge/proof-of-work.ts'
import { createMessenger } from './providers/messenger/create-messenger.ts'
import { createDeliveries, type SmsDeliveries } from './providers/messenger/deliveries.ts'
import type { Messenger } from './providers/messenger/message.ts'
import { createMailer } from './providers/mail/create-mailer.ts'
import type { Mailer } from './providers/mail/mail.ts'
import { createPayments, type Payments } from './providers/payment/payment-providers.ts'
import { createScanner, type Scanner } from './providers/scanner.ts'
import { createProviders, type SignInProviders } from './providers/sign-in/create-providers.ts'
import { openFileStore } from '../lib/file-store/open-file-store.ts'
import type { FileStore } from '../lib/file-store/file-store.ts'
import { openObjects } from './providers/storage/objects.ts'
import { createStorage, type Storage } from './providers/storage/storage.ts'
import { createSharedLocks, LOCAL_LOCKS } from './providers/storage/upload-locks.ts'
import type { CallLimit } from './security/limit-calls.ts'
import { createSecrets, loadSecret, type Secrets } from './security/secrets.ts'
import { readServices, type Services } from './services.ts'
import { createSessions, type Sessions } from './sessions/sessions.ts'

export interface AppOptions {
  db: Database
  config: Config
  logger: Logger
  now(): number
  /** Whether the server is shutting down. */
  isDraining(): boolean
  /** Health of the database, if it is shared with other components; created here when left out. */
  health?: DatabaseHealth
  /** Rate limits of calls; `CALL_LIMITS` when left out. */
  callLimits?: readonly CallLimit[]
}

/** Dependencies of handlers and jobs. */
export interface Deps extends AppOptions, Payments {
  health: DatabaseHealth
  secrets: Secrets
  sessions: Sessions
  schedule: Schedule
  messenger: Messenger
  /** Delivery status of SMS. */
  deliveries: SmsDeliveries
  mailer: Mailer
  /** Challenge for unknown browsers that request many codes; null when it is off. */
  challenges: ChallengeProvider | null
  /** Files beside the database: media, legal texts, members' files. */
  files: FileStore
  storage: Storage
  /** Malware scanner for uploads; null for none. */
  scanner: Scanner | null
  signIn: SignInProviders
  /** Part of the init data of the site. */
  services: Services
}

/** Creates the dependencies of handlers and jobs. */
export async function createDeps(options: AppOptions): Promise<Deps> {
  const { db, config } = options
  await followTimeZone(db.query)
  await fillSearchIndex(db)
  const secrets = createSecrets(loadSecret(config.dataDir, config.secret))
  const context = { ...config, db, secrets, now: options.now }
  const { payments, sandbox } = await createPayments(config.paymentProviders, context)
  const deliveries = createDeliveries(db)
  const files = await openFileStore(config)
  // Several processes share uploads only on a shared store.
  const locks = config.storage ? createSharedLocks(db, options.now) : LOCAL_LOCKS
  return {
    ...options,
    health: options.health ?? createDatabaseHealth({ ...options, address: config.database }),
    secrets,
    sandbox,
    payments,
    services: readServices(config, payments),
    sessions: createSessions(db, config.authMode),
    schedule: await createSchedule(db, options.logger),
    messenger: createMessenger(config.messenger, { ...options, secrets, deliveries }),
    deliveries,
    mailer: await createMailer(config.mail, config.dataDir),
    challenges: config.loginChallenge === 'proof-of-work' ? createProofOfWork(secrets) : null,
    files,
    storage: createStorage(await openObjects(files, config), { secrets, locks }),
    scanner: createScanner(config.scanner),
    signIn: await createProviders({ config, secrets, now: options.now }),
  }
}
