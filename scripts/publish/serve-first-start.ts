import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { localeOfPath } from '#i18n/paths.ts'
import { createDrain } from '../lib/drain-server.ts'
import { handleInTurn, limitConnections, readConnectionLimits } from '../lib/limit-connections.ts'
import { listen } from '../lib/listen.ts'
import { sendHealth, sendReadiness } from '../serve/health.ts'
import { splitTarget } from '../serve/parse-target.ts'
import type { HookHandler } from '../serve/server.ts'
import { sendJson, sendStaffPage } from '../serve/send-response.ts'
import { renderFirstBuild } from './status-page/render-status.ts'
import { STATUS_PATH } from './status-page/status-key.ts'

interface FirstStartOptions {
  host: string
  port: number
  trustedHops: number
  /** Answers the status page. */
  hooks: HookHandler
}

const RETRY_AFTER = { 'Retry-After': '10' }
/** Open responses are short pages: whoever reads them for longer requests them again. */
const DEADLINE_MS = 500

/**
 * Serves the site's address while the first release is built: the status page for staff, health checks, and
 * 503 with a page that reloads itself for everything else.
 * @returns stops it, which frees the port for the site server
 * @throws ExpectedError as `listen` does
 */
export async function serveFirstStart(options: FirstStartOptions): Promise<() => Promise<void>> {
  const limits = readConnectionLimits(options.trustedHops)

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const exchange = { request, response }
    const target = splitTarget(request.url ?? '/')
    const { path } = target
    if (path === '/healthz') return sendHealth(exchange)
    if (path === '/readyz' || path === '/readyz/pages') {
      return sendReadiness(exchange, { release: 'missing' })
    }
    if (path === STATUS_PATH) return options.hooks(exchange, target, false)
    if (path.startsWith('/hooks/') || path.startsWith('/api/')) {
      return sendJson(exchange, 503, { error: 'the first build runs' }, RETRY_AFTER)
    }
    return sendStaffPage(exchange, 503, renderFirstBuild(localeOfPath(path)), RETRY_AFTER)
  }

  const server = createServer(
    handleInTurn((request: IncomingMessage, response: ServerResponse) => {
      handle(request, response).catch(() => response.destroy())
    }, limits.maxWaiting),
  )
  limitConnections(server, limits)
  const drain = createDrain(server)
  await listen(server, options.port, options.host, 'SITE_PORT')
  return () => drain.close({ deadlineMs: DEADLINE_MS })
}
