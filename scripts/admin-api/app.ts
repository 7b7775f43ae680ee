import { join } from 'node:path'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Locale } from '#api/language.ts'
import type { Config } from './config.ts'
import { followTimeZone } from './content/follow-time-zone.ts'
import { createSchedule, type Schedule } from './content/schedule.ts'
import { createDatabaseHealth, type DatabaseHealth } from './db/health.ts'
import type { Database } from './db/open.ts'
import { createDocsRoutes } from './docs/routes.ts'
import { answerError } from './envelope.ts'
import {
  BusinessError,
  readDenial,
  RequestError,
  TooManyCallsError,
  UnavailableError,
  createStorageError,
  type Denial,
} from './errors.ts'
import { createHandlers } from './modules/index.ts'
import { mountEndpoints } from './mount.ts'
import type { ChallengeProvider } from './providers/challenge/challenge.ts'
import { createProofOfWork } from './providers/challenge/proof-of-work.ts'
import { createMessenger } from './providers/messenger/create-messenger.ts'
import type { Messenger } from './providers/messenger/messenger.ts'
import type { PaymentProvider } from './providers/payment/payment.ts'
import { createSandbox, type Sandbox } from './providers/payment/sandbox/sandbox.ts'
import { createScanner } from './providers/scanner/create-scanner.ts'
import type { Scanner } from './providers/scanner/scanner.ts'
import { createProviders, type SignInProviders } from './providers/sign-in/create-providers.ts'
import { createEmbeddedStorage } from './providers/storage/embedded.ts'
import type { Storage } from './providers/storage/storage.ts'
import { readLanguage, readRequestId } from './request.ts'
import { mountFiles } from './routes/files.ts'
import { mountHealth } from './routes/health.ts'
import { mountOutbox } from './routes/outbox.ts'
import { mountPaymentNotices } from './routes/payment.ts'
import { mountSandbox } from './routes/sandbox.ts'
import { mountUploads } from './routes/upload.ts'
import { mountSignIn } from './routes/sign-in.ts'
import { limitBodies } from './security/limit-bodies.ts'
import type { CallLimit } from './security/limit-calls.ts'
import { createSecrets, loadSecret, type Secrets } from './security/secrets.ts'
import { createSessions, type Sessions } from './sessions/sessions.ts'

export interface AppOptions {
  db: Database
  config: Config
  logger: Logger
  now(): number
  /** True from the moment that a stop was asked for. */
  isDraining(): boolean
  /** What is wrong with the content folder that is watched, a line each. */
  contentFaults?(): readonly string[]
  /** The state of the database where others watch it too; made here when left out. */
  health?: DatabaseHealth
  /** How often calls are accepted; `CALL_LIMITS` when left out. */
  callLimits?: readonly CallLimit[]
}

/** What handlers work with. */
export interface Deps extends AppOptions {
  health: DatabaseHealth
  secrets: Secrets
  sessions: Sessions
  schedule: Schedule
  messenger: Messenger
  /** What unknown senders of many codes have to solve, null where it is off. */
  challenges: ChallengeProvider | null
  storage: Storage
  /** Looks for malware in uploads; null for none. */
  scanner: Scanner | null
  signIn: SignInProviders
  /** Payment providers on offer, by name. */
  payments: ReadonlyMap<string, PaymentProvider>
  /** The sandbox, where it is one of them. */
  sandbox: Sandbox | null
  /** What the configured providers make possible for members; told to the site in the init data. */
  services: Services
}

export interface Services {
  /** Codes can be sent, so members can log in. */
  canLogIn: boolean
  /** Members can log in and a payment provider is configured, so orders can be paid. */
  canBuyOnline: boolean
}

/** Puts together what handlers and jobs work with. */
export function createDeps(options: AppOptions): Deps {
  const { db, config } = options
  followTimeZone(db)
  const secrets = createSecrets(loadSecret(config.dataDir, config.secret))
  const sandbox =
    config.paymentProvider === 'sandbox' ? createSandbox(db, secrets, config.dataDir) : null
  const payments = new Map(sandbox ? [['sandbox', sandbox.provider]] : [])
  const canLogIn = config.messenger.provider !== 'none'
  return {
    ...options,
    health: options.health ?? createDatabaseHealth({ ...options, dataDir: config.dataDir }),
    secrets,
    sandbox,
    payments,
    services: { canLogIn, canBuyOnline: canLogIn && payments.size > 0 },
    sessions: createSessions(db, config.authMode),
    schedule: createSchedule(db, options.logger),
    messenger: createMessenger(config.messenger, db),
    challenges: config.loginChallenge === 'proof-of-work' ? createProofOfWork(secrets) : null,
    storage: createEmbeddedStorage(join(config.dataDir, 'uploads'), secrets),
    scanner: createScanner(config.scanner),
    signIn: createProviders(config, secrets),
  }
}

/** What a request carries from middleware to handler and log line. */
export interface Variables {
  requestId: string
  lang: Locale
  /** Key of the endpoint, or the path where none was found. */
  route: string
  code: number
  /** The member of the call, also of one that is refused; null for visitors. */
  userId: number | null
  /** Why the call lacks authorisation, for the log; null for calls that do not. */
  denial: Denial | null
}
export interface AppEnv {
  Variables: Variables
  Bindings: HttpBindings
}
export type App = Hono<AppEnv>

const HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

const EXPECTED_ERRORS = [BusinessError, RequestError, TooManyCallsError, UnavailableError]

/** The whole admin API as a function from request to answer; it listens to nothing and starts nothing. */
export function createApp(deps: Deps): App {
  const { logger, now } = deps
  const app: App = new Hono({ strict: true })

  app.use(async (context, next) => {
    const started = performance.now()
    context.set('requestId', readRequestId(context.req.header('x-request-id')))
    context.set('lang', readLanguage(context.req.header('lang')))
    context.set('route', context.req.path.slice(0, 200))
    context.set('code', 0)
    context.set('userId', null)
    context.set('denial', null)
    for (const [name, value] of Object.entries(HEADERS)) context.header(name, value)
    context.header('x-request-id', context.get('requestId'))
    await next()
    const denial = context.get('denial')
    if (denial !== null) {
      logger.warn(
        {
          request_id: context.get('requestId'),
          user_id: context.get('userId'),
          method: context.req.method,
          route: context.get('route'),
          reason: denial,
        },
        'authorisation refused',
      )
    }
    logger.info({
      request_id: context.get('requestId'),
      method: context.req.method,
      route: context.get('route'),
      status: context.res.status,
      code: context.get('code') || context.res.status,
      ms: Math.round((performance.now() - started) * 10) / 10,
    })
  })

  app.use(limitBodies)

  // Exact to the moment, also while the job that applies time waits for its second.
  app.use('/api/*', async (_context, next) => {
    if (deps.health.isDamaged) throw createStorageError('damaged')
    // Another process may have imported content of another zone.
    followTimeZone(deps.db)
    deps.schedule.apply(now())
    await next()
  })

  mountHealth(app, deps)
  mountFiles(app, deps)
  mountUploads(app, deps)
  mountOutbox(app, deps)
  mountPaymentNotices(app, deps)
  mountSandbox(app, deps)
  mountSignIn(app, deps)
  mountEndpoints(app, deps, createHandlers(deps))

  if (deps.config.hasApiDocs) app.route('/', createDocsRoutes())

  app.notFound(() => {
    throw new RequestError('not_found')
  })
  /** An error as the caller may see it: faults of the storage have a code of their own. */
  function translateError(error: Error, requestId: string): Error {
    if (EXPECTED_ERRORS.some((kind) => error instanceof kind)) return error
    const fault = deps.health.report(error)
    if (fault !== undefined) return createStorageError(fault, error)
    logger.error({ request_id: requestId, err: error }, 'unexpected error')
    return error
  }

  app.onError((cause, context) => {
    const error = translateError(cause, context.get('requestId'))
    const { status, envelope, headers } = answerError(error, context.get('lang'), now())
    for (const [name, value] of Object.entries(headers)) context.header(name, value)
    context.set('code', envelope.code)
    context.set('denial', readDenial(cause) ?? context.get('denial'))
    return context.json(envelope, status)
  })
  return app
}
