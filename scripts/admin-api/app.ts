import { Hono, type Context } from 'hono'
import { routePath } from 'hono/route'
import { createTimeZoneFollower } from './content/follow-time-zone.ts'
import { observeRequest } from '../lib/metrics.ts'
import { createDocsRoutes } from './docs/routes.ts'
import { createErrorResponse } from './envelope.ts'
import {
  BusinessError,
  readDenial,
  RequestError,
  TooManyCallsError,
  UnavailableError,
  createStorageError,
} from './errors.ts'
import { createHandlers } from './modules/index.ts'
import { mountEndpoints } from './mount.ts'
import { readLanguage, readRequestId } from './request.ts'
import { mountFiles } from './routes/files.ts'
import { mountHealth } from './routes/health.ts'
import { mountMessagePreviews } from './routes/message-previews.ts'
import { mountDataExport } from './routes/data-export.ts'
import { mountOutbox } from './routes/outbox.ts'
import { mountPayer } from './routes/payer.ts'
import { mountPaymentWebhooks } from './routes/payment.ts'
import { mountSmsReceipts } from './routes/sms-receipts.ts'
import { mountSandbox } from './routes/sandbox.ts'
import { mountUploads } from './routes/upload.ts'
import { mountSignIn } from './routes/sign-in.ts'
import { mountSignInRedirect } from './routes/sign-in-redirect.ts'
import { mountUnsubscribe } from './routes/unsubscribe.ts'
import { limitBodies } from './security/limit-bodies.ts'
import type { Deps } from './deps.ts'
import type { App, AppEnv } from './http.ts'

const HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

const MAX_PATH = 200

const EXPECTED_ERRORS = [BusinessError, RequestError, TooManyCallsError, UnavailableError]

/** The endpoint of a call, or the template of another route, such as `/media/{name}`; null if none matches. */
function readRoute(context: Context<AppEnv>): string | null {
  const path = routePath(context)
  const template = path.endsWith('*') ? null : path.replaceAll(/:(\w+)(\{[^/]*\})?/g, '{$1}')
  return context.var.endpoint ?? template
}

/** The admin API as a Hono app. It opens no port and starts no jobs. */
export function createApp(deps: Deps): App {
  const { logger, now } = deps
  const app: App = new Hono({ strict: true })

  app.use(async (context, next) => {
    const started = performance.now()
    context.set('requestId', readRequestId(context.req.header('x-request-id')))
    context.set('lang', readLanguage(context.req.header('lang')))
    context.set('endpoint', null)
    context.set('code', 0)
    context.set('userId', null)
    context.set('denial', null)
    for (const [name, value] of Object.entries(HEADERS)) context.header(name, value)
    context.header('x-request-id', context.get('requestId'))
    await next()
    const { method, path } = context.req
    const { status } = context.res
    const { requestId: request_id, userId: user_id, code, denial: reason } = context.var
    const template = readRoute(context)
    const route = template ?? path.slice(0, MAX_PATH)
    if (reason !== null) {
      logger.warn({ request_id, user_id, method, route, reason }, 'authorisation refused')
    }
    const ms = performance.now() - started
    // Unmatched paths are unbounded in number, so they share one metrics label.
    const routeLabel = template?.slice(template.indexOf('/')) ?? 'none'
    observeRequest({ server: 'api', route: routeLabel, method, status }, ms)
    // A local build requests every item and would flood the log.
    const isBuild = context.req.header('server') === '1' && !context.req.header('x-forwarded-for')
    logger[isBuild && status < 400 ? 'debug' : 'info']({
      request_id,
      method,
      route,
      status,
      code: code || status,
      ms: Math.round(ms * 10) / 10,
    })
  })

  app.use(limitBodies)

  const followTimeZone = createTimeZoneFollower(deps.db.query)

  // Applies due content changes before each call; the job does so only once a second.
  app.use('/api/*', async (_context, next) => {
    if (deps.health.isDamaged) throw createStorageError('damaged')
    // Another process may have imported content with another time zone.
    await followTimeZone()
    await deps.schedule.apply(now())
    await next()
  })

  mountHealth(app, deps)
  mountFiles(app, deps)
  mountUploads(app, deps)
  mountDataExport(app, deps)
  mountOutbox(app, deps)
  mountMessagePreviews(app, deps)
  mountPaymentWebhooks(app, deps)
  mountPayer(app, deps)
  mountSmsReceipts(app, deps)
  mountSandbox(app, deps)
  mountSignIn(app, deps)
  mountSignInRedirect(app, deps)
  mountUnsubscribe(app, deps)
  mountEndpoints(app, deps, createHandlers(deps))

  if (deps.config.hasApiDocs) app.route('/', createDocsRoutes())

  app.notFound(() => {
    throw new RequestError('not_found')
  })
  /** Maps storage faults to their business code and logs unexpected errors. */
  function translateError(error: Error, requestId: string): Error {
    if (EXPECTED_ERRORS.some((kind) => error instanceof kind)) return error
    const fault = deps.health.report(error)
    if (fault !== undefined) return createStorageError(fault, error)
    logger.error({ request_id: requestId, err: error }, 'unexpected error')
    return error
  }

  app.onError((cause, context) => {
    const error = translateError(cause, context.get('requestId'))
    const { status, envelope, headers } = createErrorResponse(error, context.get('lang'), now())
    for (const [name, value] of Object.entries(headers)) context.header(name, value)
    context.set('code', envelope.code)
    context.set('denial', readDenial(cause) ?? context.get('denial'))
    return context.json(envelope, status)
  })
  return app
}
