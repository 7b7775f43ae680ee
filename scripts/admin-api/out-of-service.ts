import { Hono } from 'hono'
import type { DatabaseFault } from './db/unusable-database.ts'
import { answerError } from './envelope.ts'
import { createStorageError } from './errors.ts'
import { readLanguage } from './request.ts'

/** Why the API does not serve, for whoever starts it. */
export interface OutOfService {
  fault: DatabaseFault
  /** What happened and the way back, in words for the operator. */
  message: string
}

/**
 * Stands in for the API while its database cannot be used: the pages of the site go on, and every call
 * is refused in the language of the reader.
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
    const { envelope, status, headers } = answerError(createStorageError(fault), lang, now())
    return context.json(envelope, status, { ...headers, 'cache-control': 'no-store' })
  })
  return app
}
