import { Hono } from 'hono'
import type { UnusableDatabaseError } from './db/unusable-database.ts'
import { createErrorResponse } from './envelope.ts'
import { createStorageError } from './errors.ts'
import { readLanguage } from './request.ts'

/**
 * Replaces the API while its database cannot be used: static pages still work, and every call responds
 * with 503 and a localised message.
 * @param now epoch ms
 */
export function createOutOfServiceApp({ fault }: UnusableDatabaseError, now: () => number): Hono {
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
