// Extends Astro's development server to the whole site: API proxy, webhooks, and pages of items with current
// content.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { sep } from 'node:path'
import type { AstroIntegration } from 'astro'
import { clearQueryCache } from '#content/query-cache.ts'
import { clearDownloads } from '#integrations/media/downloads.ts'
import { reloadMessages } from '#i18n/translate.ts'
import { stripLocale } from '#i18n/paths.ts'
import type { Logger } from '../lib/logger.ts'
import { createWebhookReceiver } from '../publish/receive-webhook.ts'
import { canonicalize } from '../serve/canonicalize.ts'
import { createManifest } from '../serve/manifest.ts'
import { sendJson } from '../serve/send-response.ts'
import { splitTarget, type RequestTarget } from '../serve/parse-target.ts'
import { createProxy, isApiPath } from '../serve/proxy.ts'
import { readRequestId } from '../serve/proxy-headers.ts'
import { readItemQuery } from '../serve/site-routes.ts'
import { createMemoryDeliveries } from '../publish/deliveries.ts'

export interface LivePagesOptions {
  apiUrl: string
  /** Whether the API is external: it may change content without a webhook. */
  isExternalApi: boolean
  /** Signing secrets of webhooks; when empty, webhooks are rejected. */
  webhookSecrets: readonly string[]
  trustedHops: number
  logger: Logger
}

/** Whether a request reloads a page rather than follows a link. */
const isReload = ({ headers }: IncomingMessage): boolean =>
  /\btext\/html\b/.test(headers.accept ?? '') &&
  /\bmax-age=0\b|\bno-cache\b/.test(headers['cache-control'] ?? '')

const isMessageFile = (file: string): boolean =>
  file.includes(`${sep}i18n${sep}`) && file.endsWith('.json')

const NO_FILES = createManifest([])

/** Maps `/drama/detail?id=12` to `/drama/detail/12`, like the site server; undefined for other addresses. */
function findItemPath(target: RequestTarget): string | undefined {
  const { path, query } = canonicalize(target, NO_FILES)
  const suffix = readItemQuery(stripLocale(path), query, NO_FILES)
  return suffix ? path + suffix : undefined
}

/** Clears cached content, so that pages fetch it from the API again. */
function clearContent(): void {
  clearQueryCache()
  void clearDownloads('all')
}

/**
 * Proxies API calls like the site server and receives webhooks: changed content reloads every open page.
 * With an external API, each page reload also refetches the content.
 */
export function livePages(options: LivePagesOptions): AstroIntegration {
  const { apiUrl, isExternalApi, webhookSecrets, trustedHops, logger } = options
  const proxy = createProxy({ adminApiUrl: apiUrl, trustedHops, logger })

  return {
    name: 'live-pages',
    hooks: {
      'astro:server:setup': ({ server }) => {
        const reloadPages = () => server.environments.client.hot.send({ type: 'full-reload' })
        server.watcher.on('change', (file) => {
          // Vite handles messages that islands import, but not those rendered on the server.
          if (isMessageFile(file)) void reloadMessages().then(reloadPages)
        })
        const receive = createWebhookReceiver({
          secrets: webhookSecrets,
          deliveries: createMemoryDeliveries(),
          onChange() {
            clearContent()
            reloadPages()
          },
          logger,
        })

        server.middlewares.use((request, response, next) => {
          const exchange = { request, response }
          const target = splitTarget(request.url ?? '/')
          if (target.path === '/hooks/content') {
            receive(exchange, false).catch((error: unknown) => {
              logger.error({ err: error }, 'cannot handle a webhook')
              sendJson(exchange, 500, { error: 'failed' })
            })
          } else if (target.path.startsWith('/hooks/')) {
            sendJson(exchange, 404, { error: 'not found' })
          } else if (isApiPath(target.path)) {
            const requestId = readRequestId(request) ?? randomUUID()
            response.setHeader('X-Request-Id', requestId)
            void proxy.forward(exchange, { target, requestId })
          } else {
            if (isExternalApi && isReload(request)) clearContent()
            request.url = findItemPath(target) ?? request.url
            next()
          }
        })
      },
      'astro:server:done': () => proxy.close(),
    },
  }
}
