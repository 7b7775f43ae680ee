import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { DatabaseAddress } from '../lib/db/engines/engine.ts'
import { ExpectedError } from '../lib/expected-error.ts'
import { watchClock } from '../lib/watch-clock.ts'
import type { Exchange } from '../serve/exchange.ts'
import type { RequestTarget } from '../serve/parse-target.ts'
import { createApiSchedule } from './api-schedule.ts'
import { setRealTimer } from './create-build-queue.ts'
import { createPublisher, type Publisher } from './create-publisher.ts'
import { getLedgerAddress, openDeliveries } from './deliveries.ts'
import { hasMissedDelivery } from './find-start-reason.ts'
import { createGate } from './gate/create-gate.ts'
import type { PublisherOptions } from './publisher-options.ts'
import { createInputReader, type InputOptions } from './read-inputs.ts'
import { createWebhookReceiver } from './receive-webhook.ts'
import { sendJson } from '../serve/send-response.ts'
import {
  handleRequests,
  type PublishResponse,
  type PublishRequest,
} from '../lib/server-requests.ts'
import { createStatusPage } from './status-page/status-page.ts'
import { STATUS_PATH } from './status-page/status-key.ts'
import { describeResult } from './describe-status.ts'
import { probeApi } from './probe-api.ts'
import { publishFirstSite, type FirstSiteOptions } from './publish-first-site.ts'
import { openBuilder } from './open-builder.ts'
import type { BuilderOptions } from './run-build.ts'
import { openStore } from './store.ts'
import { createManifestEntry, type SiteFile } from '../serve/manifest.ts'
import { readCacheClass } from '../serve/file-kinds.ts'
import type { BuildResult } from './status.ts'

const PROVISIONAL_NOTE =
  'Pages are served, but are not checked. After fixing the cause, run: npm run publish:now'

export interface PublishingOptions
  extends
    BuilderOptions,
    InputOptions,
    Pick<
      PublisherOptions,
      'target' | 'sweepEveryMs' | 'logger' | 'onBuilt' | 'onProgress' | 'now' | 'setTimer'
    >,
    /** For tests: substitutes for the builder, gate and inputs. */
    Partial<Pick<PublisherOptions, 'builder' | 'gate' | 'readInputs'>> {
  /** Database of received webhooks; defaults to a file in the data folder. */
  ledger?: DatabaseAddress
  /** Whether the public address uses https. */
  https: boolean
  /** Signing secrets of webhooks; when empty, webhooks are rejected. */
  webhookSecrets: readonly string[]
  /** Secrets from which the keys of the status page are derived. */
  statusSecrets: readonly string[]
  /** Called with the result of the start build, unless the start fails with it. */
  onStarted?: (result: string) => void
  /**
   * Whether a first site is served once its pages are rendered, before deferred images exist. False in
   * production, where only complete sites are served.
   */
  servesProvisional?: boolean
}

/** Wires up publishing for one data folder: webhooks, builder, gate, releases and status. */
export async function openPublishing(options: PublishingOptions) {
  const { projectDir, dataDir, logger, setTimer = setRealTimer } = options
  const { isExternalApi, apiUrl, onStarted, now = () => new Date() } = options
  const store = openStore(dataDir)
  const deliveries = await openDeliveries(options.ledger ?? getLedgerAddress(dataDir), logger)
  const builder = options.builder ?? openBuilder(options, logger)
  const schedule = createApiSchedule({
    apiUrl,
    isExternalApi,
    onScheduledChange: () => publisher.notify('all', 'clock'),
    onDay: () => publisher.sweep(),
    logger,
  })
  const pagesReady = Promise.withResolvers<void>()
  const publisher = await createPublisher({
    ...options,
    store,
    builder,
    gate: options.gate ?? createGate(listMessageAreas(projectDir)),
    readInputs: options.readInputs ?? createInputReader(options),
    ...(options.servesProvisional && { onProvisional: pagesReady.resolve }),
    repeatsSweeps: () => !schedule.hasNextChange,
  })
  const receive = createWebhookReceiver({
    secrets: options.webhookSecrets,
    deliveries,
    onChange(scope, cause) {
      publisher.notify(scope, cause)
      void schedule.refresh()
    },
    logger,
    now: () => now().getTime(),
  })
  const handleStatus = createStatusPage({
    status: () => publisher.status,
    secrets: options.statusSecrets,
    https: options.https,
  })
  if (options.webhookSecrets.length === 0) {
    logger.warn({}, 'CONTENT_WEBHOOK_SECRET is not set: webhooks of the API are rejected')
  }
  const stopHandling = await handleRequests(
    dataDir,
    async (request) => {
      const response = await handleRequest(request, publisher)
      await publisher.settle()
      return response
    },
    (error) => logger.error({ err: error }, 'a request of a command failed'),
  )

  let stopPause: (() => void) | undefined
  let stopClock: (() => void) | undefined
  let closing: Promise<void> | undefined
  /** Whether the start has begun a build that replaces an outdated release. */
  let hasStartBuild = false
  async function close(): Promise<void> {
    stopPause?.()
    stopClock?.()
    await stopHandling()
    await publisher.close()
    await builder.close?.()
    await deliveries.close()
  }

  function reportStarted(result: BuildResult): void {
    if (!closing) onStarted?.(describeResult(result))
  }

  /** Publishes the first site. @throws when the build fails before pages can be served */
  async function publishFirst(given: Pick<FirstSiteOptions, 'publish' | 'report'>): Promise<void> {
    try {
      const result = await publishFirstSite({
        ...given,
        noteWaiting: publisher.noteWaiting,
        probe: isExternalApi ? () => probeApi(apiUrl) : null,
        pause: (ms) => new Promise((resolve) => (stopPause = setTimer(resolve, ms))),
      })
      if (publisher.live) return reportStarted(result)
      const text = describeResult(result, false)
      const remedy = `\n"npm run check:api -- ${apiUrl}" lists what differs from the contract.`
      throw new ExpectedError(isExternalApi && text.includes(' /api/') ? text + remedy : text)
    } catch (error) {
      // Without pages the start fails with this error.
      if (!publisher.provisional) throw error
      const reason = error instanceof Error ? error.message : String(error)
      if (!closing) onStarted?.(`${reason}\n${PROVISIONAL_NOTE}`)
    }
  }

  return {
    publisher,
    /**
     * Generates a deferred file of the provisional site.
     * @returns undefined when there is no such file
     */
    async makeFile(name: string): Promise<SiteFile | undefined> {
      if (!publisher.provisional || readCacheClass(name) !== 'immutable') return undefined
      const file = await builder.make?.(name)
      return file && createManifestEntry(name, store.getFile(file.hash), file, {})
    },
    /** Handles `/hooks/content` and `/hooks/status`. */
    async hooks(exchange: Exchange, target: RequestTarget, draining: boolean): Promise<void> {
      if (target.path === '/hooks/content') return receive(exchange, draining)
      if (target.path === STATUS_PATH) return handleStatus(exchange, target)
      sendJson(exchange, 404, { error: 'not found' })
    },
    /**
     * Ensures that there is a site to serve; an outdated live release is served while a build replaces it.
     * @param report called with the reason for a build
     * @throws when there is no release and the build fails
     */
    async begin(report: (line: string) => void, forced = false): Promise<void> {
      void schedule.refresh()
      const isFirst = publisher.live === undefined
      const change = await publisher.findChange().catch((error: unknown) => {
        if (isFirst) throw error
        const message = error instanceof Error ? error.message : String(error)
        report(`${message}. The site is served as it was.`)
        return null
      })
      const isMissed = !change && (await hasMissedDelivery(dataDir, publisher.live, deliveries))
      const reason = isMissed ? 'the content has changed' : change
      if (reason === null) return
      if (reason === undefined) return report('Nothing has changed since the last build.')
      report(`Building the site: ${reason}.`)
      const publish = async () => (await publisher.publish({ cause: 'start', forced })).result
      if (isFirst) return Promise.race([pagesReady.promise, publishFirst({ publish, report })])
      report('Until then the site is served as it was.')
      hasStartBuild = true
      void publish().then(reportStarted)
    },
    /** Prepares the builder in the background, so that the next change is fast. */
    prepare(): void {
      // Pages show dates and states, which change over time without an edit.
      stopClock ??= watchClock(schedule.follow, { now: () => now().getTime(), setTimer })
      // A build of the start prepares the builder itself, and fetches all content.
      if (hasStartBuild) return
      const prepared = builder.prepare?.().catch((error: unknown) => {
        if (closing) return
        logger.warn({ err: error }, 'cannot prepare the builder: the next build will take longer')
      })
      // Also after a failure: an API that was away sends no webhook when it is back.
      void prepared?.then(publisher.sweep)
    },
    close: () => (closing ??= close()),
  }
}
export type Publishing = Awaited<ReturnType<typeof openPublishing>>

/** Names of the message files, which prefix every message key. */
function listMessageAreas(projectDir: string): string[] {
  const names = readdirSync(path.join(projectDir, 'i18n/en'))
  return names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5))
}

async function handleRequest(
  request: PublishRequest,
  publisher: Publisher,
): Promise<PublishResponse> {
  if (request.kind === 'publish') {
    const { result } = await publisher.publish({ cause: 'command', forced: request.forced })
    const { live } = publisher.status
    if (result.kind !== 'unchanged' || !live) {
      return { done: result.kind === 'published', text: describeResult(result, live !== null) }
    }
    const isShown = `The site shows the content: ${live.id}, ${live.pages} pages.`
    return {
      done: true,
      text: [isShown, ...describeResult(result).split('\n').slice(1)].join('\n'),
    }
  }
  try {
    const { id } = await publisher.rollBack(request.id)
    return { done: true, text: `${id} is live.` }
  } catch (error) {
    return { done: false, text: error instanceof Error ? error.message : String(error) }
  }
}
