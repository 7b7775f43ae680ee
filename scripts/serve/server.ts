import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createDrain, type DrainOptions } from '../lib/drain-server.ts'
import { limitBodyTime, type BodyLimits } from '../lib/limit-body-time.ts'
import {
  handleInTurn,
  limitConnections,
  readConnectionLimits,
  type ConnectionLimits,
} from '../lib/limit-connections.ts'
import { listen } from '../lib/listen.ts'
import type { Logger } from '../lib/logger.ts'
import { observeRequest } from '../lib/metrics.ts'
import { STATUS_PATH } from '../publish/status-page/status-key.ts'
import { isNavigation, sendErrorPage } from './error-page.ts'
import { sendText, type Exchange } from './exchange.ts'
import type { HttpsPolicy } from './headers.ts'
import { checkPages, createReadiness, sendReadiness } from './health.ts'
import { labelRoute } from './label-route.ts'
import type { Manifest, SiteFile } from './manifest.ts'
import { parsePath, splitTarget, type RequestTarget } from './parse-target.ts'
import type { Compressor } from './precompress.ts'
import { createProxy, isApiPath, type Proxy } from './proxy.ts'
import { readRequestId } from './proxy-headers.ts'
import { resolveRequest, type Resolution } from './resolve.ts'
import { respond } from './respond.ts'
import { sendFirstBuild, sendJson } from './send-response.ts'

export interface SiteServerOptions {
  /** Returns the live release, empty before the first one; called for every request. */
  getManifest: () => Manifest
  compressor: Compressor
  host: string
  /** 0 for any free port. */
  port: number
  logger: Logger
  adminApiUrl?: string | undefined
  /** Data folder, whose disk is part of readiness. */
  dataDir?: string
  /** Whether the public address uses https (terminated by a proxy in front). */
  https?: HttpsPolicy
  trustedHops?: number
  apiTimeoutMs?: number
  bodyLimits?: BodyLimits
  /** Overrides of the default connection limits. */
  connectionLimits?: Partial<ConnectionLimits>
  /** Generates a deferred file that the release does not contain yet; undefined for other paths. */
  makeFile?: ((path: string) => Promise<SiteFile | undefined>) | undefined
  /** Handles requests below `/hooks/`; without a handler they get 404. */
  hooks?: HookHandler | undefined
  /** Finds the preview of a request, if any; without it previews are disabled. */
  findPreview?: ((request: IncomingMessage) => RequestPreview | undefined) | undefined
}

/** The preview of a request: ready, or gone after a restart, with the address that reopens it. */
export type RequestPreview =
  | { kind: 'ready'; manifest: Manifest; proxy: Proxy }
  | { kind: 'gone'; location: string }

/** @param draining whether the server is shutting down */
export type HookHandler = (
  exchange: Exchange,
  target: RequestTarget,
  draining: boolean,
) => Promise<void>

const HEADERS_TIMEOUT_MS = 15_000

/** Serves a release and proxies API calls. Resolves when the server is listening. */
export async function startSiteServer(options: SiteServerOptions) {
  const { logger, https = false, trustedHops = 0 } = options
  const { adminApiUrl, apiTimeoutMs: timeoutMs } = options
  const connectionLimits: ConnectionLimits = {
    ...readConnectionLimits(trustedHops),
    ...options.connectionLimits,
  }
  const checkReadiness = createReadiness({ adminApiUrl, dataDir: options.dataDir, logger })
  const proxy = createProxy({ adminApiUrl, timeoutMs, trustedHops, logger })

  const hasRelease = () => options.getManifest().files.size > 0

  let hasWarned = false
  /** Without TRUSTED_PROXIES, rate limits count all visitors behind a proxy as one address. */
  function warnOfProxy({ headers }: IncomingMessage): void {
    if (hasWarned || headers['x-forwarded-for'] === undefined) return
    hasWarned = true
    logger.warn({}, 'requests come through a proxy (X-Forwarded-For): set TRUSTED_PROXIES=1')
  }

  async function handle(exchange: Exchange): Promise<void> {
    const { request, response } = exchange
    const target = splitTarget(request.url ?? '/')
    if (trustedHops === 0) warnOfProxy(request)
    const requestId = readRequestId(request) ?? randomUUID()
    response.setHeader('X-Request-Id', requestId)
    const { host = [] } = request.headersDistinct
    // A proxy and a server could use different ones.
    if (host.length > 1) return showError(exchange, 400)
    limitBodyTime(request, response, options.bodyLimits)

    const state = { manifest: options.getManifest(), draining: drain.draining }
    if (target.path === '/healthz') return sendJson(exchange, 200, { status: 'ok' })
    if (target.path === '/readyz/pages') return sendReadiness(exchange, checkPages(state))
    if (target.path === '/readyz') return sendReadiness(exchange, await checkReadiness(state))
    // Staff see the status of the first build.
    if (!hasRelease() && target.path !== STATUS_PATH) return sendFirstBuild(exchange, target.path)
    if (options.hooks && target.path.startsWith('/hooks/')) {
      return options.hooks(exchange, target, drain.draining)
    }
    return serveSite(exchange, target, requestId)
  }

  /** Serves the live release or a preview, and proxies API calls. */
  async function serveSite(exchange: Exchange, target: RequestTarget, requestId: string) {
    const { request } = exchange
    const preview = options.findPreview?.(request)
    if (preview?.kind === 'gone' && isNavigation(request)) {
      const headers = { Location: preview.location }
      return sendText(exchange, { status: 303, headers }, { https })
    }
    const site = preview?.kind === 'ready' ? preview : { manifest: options.getManifest(), proxy }
    if (isApiPath(target.path) && parsePath(target.path).kind === 'path') {
      const showFailure = (status: number) => showError(exchange, status)
      // Only `/docs` is opened in a browser; API calls always get the envelope.
      const isPage = target.path === '/docs' && isNavigation(request)
      return site.proxy.forward(exchange, { target, requestId, ...(isPage && { showFailure }) })
    }
    const { manifest } = site
    const method = request.method ?? ''
    const found = resolveRequest(method, target, manifest)
    const resolution =
      found.kind === 'not-found' && !preview ? await resolveMiss(method, target) : found
    await respond(exchange, resolution, { manifest, compressor: options.compressor, https, logger })
  }

  /** Handles a miss: generates a deferred file, or resolves again in case the release was switched. */
  async function resolveMiss(method: string, target: RequestTarget): Promise<Resolution> {
    const file = await options.makeFile?.(target.path)
    if (file) return { kind: 'file', file }
    return resolveRequest(method, target, options.getManifest())
  }

  function showError(exchange: Exchange, status: number): void {
    sendErrorPage(exchange, { status }, { manifest: options.getManifest(), https })
  }

  /** Whether 503 is the expected response: the first build runs, or a stopping server is probed. */
  const isUnavailable = (path: string) =>
    !hasRelease() || (drain.draining && path.startsWith('/readyz'))

  const server = createServer(
    // Body time is limited per path (`limitBodyTime`), because uploads take longer than forms.
    { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: 0, keepAliveTimeout: 5000 },
    handleInTurn((request: IncomingMessage, response: ServerResponse) => {
      logRequest({ request, response }, logger, isUnavailable)
      handle({ request, response }).catch((error: unknown) => {
        logger.error({ err: error, url: request.url }, 'unhandled error in a request')
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
    async close(drainOptions?: DrainOptions): Promise<void> {
      await drain.close(drainOptions)
      proxy.close()
    },
  }
}
export type SiteServer = Awaited<ReturnType<typeof startSiteServer>>

function logRequest(
  { request, response }: Exchange,
  logger: Logger,
  isUnavailable: (path: string) => boolean,
): void {
  const from = performance.now()
  response.once('close', () => {
    const request_id = response.getHeader('x-request-id')
    const ms = Math.round(performance.now() - from)
    const path = splitTarget(request.url ?? '/').path
    const { method = '' } = request
    const status = response.statusCode
    observeRequest({ server: 'site', route: labelRoute(path), method, status }, ms)
    const fields = { request_id, method, path, status, ms }
    if (status >= 500 && !isUnavailable(path)) logger.warn(fields, 'request failed')
    else logger.debug(fields, 'request completed')
  })
}
