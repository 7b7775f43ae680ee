import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { localeOfPath } from '#i18n/paths.ts'
import { createDrain, type DrainOptions } from '../lib/drain-server.ts'
import { limitBodyTime, type BodyLimits } from '../lib/limit-body-time.ts'
import {
  answerInTurn,
  CONNECTION_LIMITS,
  hasSeveralHosts,
  limitConnections,
  type ConnectionLimits,
} from '../lib/limit-connections.ts'
import { listen } from '../lib/listen.ts'
import type { Logger } from '../lib/logger.ts'
import { isNavigation, sendErrorPage } from './error-page.ts'
import { sendText, type Exchange } from './exchange.ts'
import type { HttpsPolicy } from './headers.ts'
import { sendHealth, sendReadiness } from './health.ts'
import type { ItemRoute } from './item-query.ts'
import type { Manifest, SiteFile } from './manifest.ts'
import { parsePath, splitTarget, type Target } from './parse-target.ts'
import type { Compressor } from './precompress.ts'
import type { FindPreview } from './previewing.ts'
import { createProxy, isApiPath } from './proxy.ts'
import { readRequestId } from './proxy-headers.ts'
import { checkPages, createReadiness } from './readiness.ts'
import { resolveRequest, type Answer } from './resolve.ts'
import { respond } from './respond.ts'
import { ITEM_ROUTES } from './site-routes.ts'

export interface SiteServerOptions {
  /** The release that is live now; read at every request, so switching it is one assignment. */
  getManifest: () => Manifest
  compressor: Compressor
  host: string
  /** 0 takes any free port. */
  port: number
  logger: Logger
  adminApiUrl?: string | undefined
  /** Folder of all state, whose disk is part of readiness. */
  dataDir?: string
  /** Whether visitors come by https (a proxy in front ends it). */
  https?: HttpsPolicy
  trustedHops?: number
  itemRoutes?: readonly ItemRoute[]
  apiTimeoutMs?: number
  bodyLimits?: BodyLimits
  /** What differs from the usual limits of connections. */
  connectionLimits?: Partial<ConnectionLimits>
  /** Makes a file that the release lacks because its pages did not wait for it. */
  makeFile?: ((path: string) => Promise<SiteFile | undefined>) | undefined
  /** Answers what is below `/hooks/`; left out, nothing is there. */
  hooks?: HookHandler | undefined
  /** Finds the preview that a browser is in; left out, there are none. */
  findPreview?: FindPreview | undefined
}

/** @param draining whether the server is about to stop */
export type HookHandler = (exchange: Exchange, target: Target, draining: boolean) => Promise<void>

export interface SiteServer {
  url: string
  close(options?: DrainOptions): Promise<void>
}

const HEADERS_TIMEOUT_MS = 15_000
const API_TIMEOUT_MS = 30_000

/** Serves a release and hands the calls of the API on. Resolves when it listens. */
export async function startSiteServer(options: SiteServerOptions): Promise<SiteServer> {
  const { logger, https = false, itemRoutes = ITEM_ROUTES, trustedHops = 0 } = options
  const { adminApiUrl, apiTimeoutMs: timeoutMs = API_TIMEOUT_MS } = options
  const connectionLimits: ConnectionLimits = {
    ...CONNECTION_LIMITS,
    // Behind a proxy all visitors come from its address.
    ...(trustedHops > 0 && { maxPerAddress: Infinity }),
    ...options.connectionLimits,
  }
  const checkReadiness = createReadiness({ adminApiUrl, dataDir: options.dataDir })
  const proxy = createProxy({ adminApiUrl, timeoutMs, trustedHops, logger })

  async function handle(exchange: Exchange): Promise<void> {
    const { request, response } = exchange
    const target = splitTarget(request.url ?? '/')
    const requestId = readRequestId(request) ?? randomUUID()
    response.setHeader('X-Request-Id', requestId)
    if (hasSeveralHosts(request)) return showError(exchange, 400)
    limitBodyTime(request, response, options.bodyLimits)

    if (target.path === '/healthz') return sendHealth(exchange)
    const preview = options.findPreview?.(request)
    const manifest = preview?.kind === 'ready' ? preview.manifest : options.getManifest()
    if (target.path === '/readyz/pages' || target.path === '/readyz') {
      const state = { manifest, draining: drain.draining }
      const isPagesAlone = target.path === '/readyz/pages'
      return sendReadiness(exchange, isPagesAlone ? checkPages(state) : await checkReadiness(state))
    }
    if (options.hooks && target.path.startsWith('/hooks/')) {
      return options.hooks(exchange, target, drain.draining)
    }
    if (preview?.kind === 'gone' && isNavigation(request)) {
      return sendText(exchange, 303, '', { https }, { Location: preview.location })
    }
    if (isApiPath(target.path) && parsePath(target.path).kind === 'path') {
      const fail = (status: number) => showError(exchange, status)
      // The description of the API is a page that people open; its calls always get the envelope.
      const isPage = target.path === '/docs' && isNavigation(request)
      const api = preview?.kind === 'ready' ? preview.proxy : proxy
      return api.forward(exchange, { target, requestId, ...(isPage && { showFailure: fail }) })
    }
    const method = request.method ?? ''
    const found = resolveRequest(method, target, { manifest, itemRoutes })
    const answer = found.kind === 'not-found' && !preview ? await findLater(method, target) : found
    await respond(exchange, answer, { manifest, compressor: options.compressor, https, logger })
  }

  /** The answer for what the release did not have: a file that is made now, or one that came meanwhile. */
  async function findLater(method: string, target: Target): Promise<Answer> {
    const file = await options.makeFile?.(target.path)
    if (file) return { kind: 'file', file }
    return resolveRequest(method, target, { manifest: options.getManifest(), itemRoutes })
  }

  function showError(exchange: Exchange, status: number): void {
    const locale = localeOfPath(splitTarget(exchange.request.url ?? '/').path)
    sendErrorPage(exchange, { status, locale }, { manifest: options.getManifest(), https })
  }

  const server = createServer(
    // The time for bodies is limited per path: an upload takes longer than a form.
    { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: 0, keepAliveTimeout: 5000 },
    answerInTurn((request: IncomingMessage, response: ServerResponse) => {
      logRequest(request, response, logger)
      handle({ request, response }).catch((error: unknown) => {
        logger.error({ err: error, url: request.url }, 'a request failed')
        if (response.headersSent) response.destroy()
        else showError({ request, response }, 500)
      })
    }, connectionLimits.maxWaiting),
  )
  limitConnections(server, connectionLimits)
  const drain = createDrain(server)
  const url = await listen(server, options.port, options.host, 'SITE_PORT')
  return {
    url,
    async close(drainOptions) {
      await drain.close(drainOptions)
      proxy.close()
    },
  }
}

function logRequest(request: IncomingMessage, response: ServerResponse, logger: Logger): void {
  const from = performance.now()
  response.once('close', () => {
    const requestId = response.getHeader('x-request-id')
    const ms = Math.round(performance.now() - from)
    const path = splitTarget(request.url ?? '/').path
    const fields = { requestId, method: request.method, path, status: response.statusCode, ms }
    if (response.statusCode >= 500) logger.warn(fields, 'answered with a fault')
    else logger.debug(fields, 'answered')
  })
}
