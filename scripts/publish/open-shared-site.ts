import { runForElection } from '../lib/db/elect.ts'
import type { DatabaseAddress } from '../lib/db/engines/engine.ts'
import type { Logger } from '../lib/logger.ts'
import { poll } from '../lib/poll.ts'
import { WEBHOOK_HEADERS } from '../lib/webhook-signature.ts'
import type { LiveRelease } from '../serve/live-release.ts'
import type { HookHandler } from '../serve/server.ts'
import { openDeliveries, type ReceivedDelivery } from './deliveries.ts'
import { openLive } from './open-live.ts'
import { createPuller } from './open-shared-releases.ts'
import type { Publishing } from './open-publishing.ts'
import { createWebhookReceiver } from './receive-webhook.ts'
import { sendJson } from '../serve/send-response.ts'
import { shareReleases } from './share-releases.ts'
import type { SharedReleases } from './shared-releases.ts'
import { STATUS_PATH } from './status-page/status-key.ts'
import { watchPointer } from './watch-pointer.ts'

export interface SharedSiteOptions {
  dataDir: string
  /** Serves the live release. */
  live: LiveRelease
  shared: SharedReleases
  /** The database server that all processes share. */
  address: DatabaseAddress
  /** Signing secrets of webhooks, which any process accepts. */
  webhookSecrets: readonly string[]
  openPublishing(): Promise<Publishing>
  /** Ensures that there is a site to serve. */
  beginPublishing(publishing: Publishing): Promise<void>
  /** Called when this process starts to build. @returns is called when it stops building */
  onBuilding(): () => Promise<void>
  logger: Logger
}

/** Name of the lock of the building process. */
const BUILDER = 'builder of the site'
/** Interval at which the builder checks for webhooks accepted by other processes. */
const CHECK_EVERY_MS = 500
/** Maximum difference between the clocks of the processes. */
const MAX_SKEW_MS = 10_000

/**
 * Opens the site of one of several processes, which all serve the site while one builds it. The process
 * follows the releases of the shared store, except while it is elected to build them.
 * @returns `ready` resolves when there is a release to serve
 */
export async function openSharedSite(options: SharedSiteOptions) {
  const { dataDir, live, shared, address, logger } = options
  const pull = createPuller(dataDir, { shared, logger })
  const deliveries = await openDeliveries(address, logger)
  const first = Promise.withResolvers<void>()
  let liveId: string | undefined
  let publishing: Publishing | undefined
  /** Publishing while it starts: its status page is served, and webhooks wait in the ledger. */
  let starting: Publishing | undefined
  /** Stops the tasks of the current role (follower or builder), in reverse order. */
  let stops: (() => Promise<unknown>)[] = []
  /** Ids of the last webhooks that this process has handled as the builder. */
  const handled = new Set<string>()
  /** Time at which the builder last listed webhooks, in epoch ms. */
  let listedAt = 0
  let isClosing = false

  const show: LiveRelease['switchTo'] = async (manifest, retired) => {
    await live.switchTo(manifest, retired)
    first.resolve()
  }

  async function endRole(): Promise<void> {
    const current = stops.toReversed()
    stops = []
    liveId = publishing?.publisher.live?.id ?? liveId
    publishing = undefined
    starting = undefined
    for (const end of current) await end()
  }

  function follow(): void {
    stops.push(watchPointer(dataDir, { id: liveId, switchTo: show, logger, refresh: pull }))
  }

  /** Marks the recorded webhooks as handled. @returns the new ones */
  async function markRecorded(): Promise<ReceivedDelivery[]> {
    const now = Date.now()
    const recorded = await deliveries.listSince(listedAt - MAX_SKEW_MS)
    listedAt = now
    const added = recorded.filter(({ id }) => !handled.has(id))
    if (recorded.length === 0) handled.clear()
    for (const { id } of added) handled.add(id)
    return added
  }

  /** Handles webhooks that other processes recorded. */
  async function notify(): Promise<void> {
    const added = await markRecorded()
    if (added.length === 0) return
    const isDue = added.every(({ cause }) => cause === 'clock')
    publishing?.publisher.notify('all', isDue ? 'clock' : 'content')
  }

  async function build(): Promise<void> {
    await endRole()
    // Without the newest release of the store, this process would push an older one over it.
    await shared.pull()
    await markRecorded()
    const opened = await options.openPublishing()
    const { publisher } = opened
    stops.push(opened.close)
    starting = opened
    await options.beginPublishing(opened)
    starting = undefined
    publishing = opened
    first.resolve()
    stops.push(
      shareReleases({ dataDir, shared, publisher, logger }),
      poll(notify, CHECK_EVERY_MS, (error) => {
        logger.warn({ err: error }, 'cannot read the webhooks accepted by other processes')
      }),
      options.onBuilding(),
    )
    opened.prepare()
  }

  async function serveOnly(): Promise<void> {
    if (isClosing) return
    await endRole()
    follow()
  }

  const receive = createWebhookReceiver({
    secrets: options.webhookSecrets,
    deliveries,
    // The builder reads the delivery from the ledger.
    onChange: () => undefined,
    logger,
  })

  const hooks: HookHandler = async (exchange, target, draining) => {
    if (publishing) {
      await publishing.hooks(exchange, target, draining)
      const id = exchange.request.headers[WEBHOOK_HEADERS.id]
      const isAccepted = target.path === '/hooks/content' && exchange.response.statusCode === 202
      if (isAccepted && typeof id === 'string') handled.add(id)
      return
    }
    if (target.path === '/hooks/content') return receive(exchange, draining)
    if (target.path === STATUS_PATH && starting) return starting.hooks(exchange, target, draining)
    sendJson(exchange, 503, { error: 'another process builds' }, { 'Retry-After': '5' })
  }

  await pull()
  const found = await openLive(dataDir)
  if (found) await show(found.manifest, found.retired)
  liveId = found?.id
  follow()
  const endElection = runForElection({
    address,
    name: BUILDER,
    onElected: () =>
      build().catch((error: unknown) => serveOnly().then(() => Promise.reject(error))),
    onLost: serveOnly,
    logger,
  })
  async function close(): Promise<void> {
    isClosing = true
    await endElection()
    await endRole()
    await deliveries.close()
  }
  return { ready: first.promise, hooks, close }
}
