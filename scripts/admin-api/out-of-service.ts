import { Hono } from 'hono'
import type { DatabaseFault } from './db/unusable-database.ts'
import { createErrorResponse } from './envelope.ts'
import { createStorageError } from './errors.ts'
import { readLanguage } from './request.ts'

/** Why the API is out of service. */
export interface OutOfService {
  fault: DatabaseFault
  /** Problem and remedy, for the operator. */
  message: string
}

/**
 * Replaces the API while its database cannot be used: static pages still work, and every call responds
 * with 503 and a localised message.
 * @param now epoch ms
 */
export function createOutOfServiceApp({ fault }: OutOfService, now: () => number): Hono {
  const app = new Hono({ strict: true })
  app.get('/healthz', (context) => context.json({ status: 'ok' }))
  app.get('/readyz', (context) =>
    context.json({ status: 'not ready', checks: { database: fault }, failed: ['database'] }, 503),
  )
  app.all('*', (context) => {
    const lang = readLanguage(context.req.header('lang'))
    const { envelope, status, headers } = createErrorResponse(
      createStorageError(fault),
      lang,
      now(),
    )
    return context.json(envelope, status, { ...headers, 'cache-control': 'no-store' })
  })
  return app
}
