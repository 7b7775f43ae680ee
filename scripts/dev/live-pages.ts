// What makes Astro's development server answer for the whole site: the calls of the API, webhooks, and
// pages that show content as it is now.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { sep } from 'node:path'
import type { AstroIntegration } from 'astro'
import { forgetAnswers } from '#content/answers.ts'
import { forgetDownloads } from '#content/media-store.ts'
import { reloadMessages } from '#i18n/translate.ts'
import type { Logger } from '../lib/logger.ts'
import { createWebhookReceiver } from '../publish/receive-webhook.ts'
import { sendJson } from '../publish/send-answer.ts'
import { splitTarget } from '../serve/parse-target.ts'
import { createProxy, isApiPath } from '../serve/proxy.ts'
import { readRequestId } from '../serve/proxy-headers.ts'
import { rememberDeliveries } from './remember-deliveries.ts'

export interface LivePagesOptions {
  apiUrl: string
  /** Whether the API is another program's, which may change content without a webhook. */
  isForeignApi: boolean
  /** Keys that webhooks are signed with; without one none are taken. */
  webhookSecrets: readonly string[]
  trustedHops: number
  logger: Logger
}

const API_TIMEOUT_MS = 30_000

/** Whether a browser reloads a page, instead of following a link. */
const isReload = ({ headers }: IncomingMessage): boolean =>
  /\btext\/html\b/.test(headers.accept ?? '') &&
  /\bmax-age=0\b|\bno-cache\b/.test(headers['cache-control'] ?? '')

const isMessageFile = (file: string): boolean =>
  file.includes(`${sep}i18n${sep}`) && file.endsWith('.json')

/** From now on pages request their content from the API again. */
function forgetContent(): void {
  forgetAnswers()
  forgetDownloads().catch(() => {})
}

/**
 * Hands on to the API what the site server hands on, and takes its webhooks: changed content reloads
 * every open page. With another program's API each reload of a page also requests its content again.
 */
export function livePages(options: LivePagesOptions): AstroIntegration {
  const { apiUrl, isForeignApi, webhookSecrets, trustedHops, logger } = options
  const proxy = createProxy({
    adminApiUrl: apiUrl,
    timeoutMs: API_TIMEOUT_MS,
    trustedHops,
    logger,
  })

  return {
    name: 'live-pages',
    hooks: {
      'astro:server:setup': ({ server }) => {
        const reloadPages = () => server.environments.client.hot.send({ type: 'full-reload' })
        server.watcher.on('change', (file) => {
          // Islands import their messages; printed ones are read by no module that Vite knows.
          if (isMessageFile(file)) void reloadMessages().then(reloadPages)
        })
        const receive = createWebhookReceiver({
          secrets: webhookSecrets,
          deliveries: rememberDeliveries(),
          onChange() {
            forgetContent()
            reloadPages()
          },
          logger,
        })

        server.middlewares.use((request, response, next) => {
          const exchange = { request, response }
          const target = splitTarget(request.url ?? '/')
          if (target.path === '/hooks/content') {
            receive(exchange, false).catch((error: unknown) => {
              logger.error({ err: error }, 'a webhook failed')
              sendJson(exchange, 500, { error: 'failed' })
            })
          } else if (target.path.startsWith('/hooks/')) {
            sendJson(exchange, 404, { error: 'not found' })
          } else if (isApiPath(target.path)) {
            const requestId = readRequestId(request) ?? randomUUID()
            response.setHeader('X-Request-Id', requestId)
            proxy.forward(exchange, { target, requestId })
          } else {
            if (isForeignApi && isReload(request)) forgetContent()
            next()
          }
        })
      },
      'astro:server:done': () => proxy.close(),
    },
  }
}
