import { readdirSync } from 'node:fs'
import path from 'node:path'
import { followClock } from '../lib/follow-clock.ts'
import type { Logger } from '../lib/logger.ts'
import type { HookHandler } from '../serve/server.ts'
import { createApiSchedule } from './api-schedule.ts'
import type { Builder, BuiltSite } from './built-site.ts'
import { setRealTimer, type SetTimer } from './create-build-queue.ts'
import { createLiveBuilder } from './create-live-builder.ts'
import { createPublisher } from './create-publisher.ts'
import { openDeliveries } from './deliveries.ts'
import { createGate, type Gate } from './gate/create-gate.ts'
import type { Publisher } from './publisher.ts'
import { createInputReader } from './read-inputs.ts'
import { createWebhookReceiver } from './receive-webhook.ts'
import { sendJson } from './send-answer.ts'
import type { Inputs } from './releases.ts'
import { listReleases, readRelease } from './releases.ts'
import { answerRequests, type PublishAnswer, type PublishRequest } from '../lib/server-requests.ts'
import type { BuildLimits } from './run-build.ts'
import { createStatusPage } from './status-page/answer-status.ts'
import { STATUS_PATH } from './status-page/status-key.ts'
import { describeResult } from './describe-status.ts'
import { openStore } from './store.ts'
import { describeFile, type Manifest, type SiteFile } from '../serve/manifest.ts'
import { cacheClassOf } from '../serve/file-kinds.ts'
import { describeSite } from './open-live.ts'
import type { PublishProgress } from './status.ts'

export interface PublishingOptions {
  projectDir: string
  dataDir: string
  apiUrl: string
  /** Whether the API is another program's: its address is then part of what pages are made of. */
  isForeignApi: boolean
  siteUrl: string
  /** Whether visitors come by https. */
  https: boolean
  /** Keys that webhooks are signed with; without one none are taken. */
  webhookSecrets: readonly string[]
  /** Keys that the status page is opened with. */
  statusSecrets: readonly string[]
  limits?: BuildLimits & { sweepEveryMs?: number }
  logger: Logger
  /** Told what a build says, line by line. */
  onBuildLine?: (line: string) => void
  /** Told how far the build of the start is, and how it has ended. */
  onProgress?: (progress: PublishProgress) => void
  onStarted?: (result: string) => void
  /**
   * Whether a first site is shown once its pages stand, while its pictures are made. A site in production
   * is complete before visitors see it.
   */
  showsEarly?: boolean
  /** For tests: another builder, gate, inputs or time. */
  builder?: Builder
  gate?: Gate
  readInputs?: () => Promise<Inputs>
  now?: () => Date
  setTimer?: SetTimer
}

export interface Publishing {
  publisher: Publisher
  /** The first site of a data folder while it is being completed; nothing when a release is live. */
  readonly standing: Manifest | undefined
  /**
   * Makes a file that the pages of `standing` did not wait for.
   * @returns nothing when there is no such file
   */
  makeFile(name: string): Promise<SiteFile | undefined>
  /** Answers `/hooks/content` and `/hooks/status`. */
  hooks: HookHandler
  /**
   * Makes sure that there is something to serve, then publishes behind it what has changed since.
   * @param report told why a build begins
   * @throws when there is nothing to serve and the build does not bring it
   */
  begin(report: (line: string) => void, forced?: boolean): Promise<void>
  /** Builds ahead what the next change needs; nobody waits for it. */
  prepare(): void
  close(): Promise<void>
}

/** Everything between a change of content and the live site, for one data folder. */
export async function openPublishing(options: PublishingOptions): Promise<Publishing> {
  const { projectDir, dataDir, logger, now = () => new Date() } = options
  const store = openStore(dataDir)
  const deliveries = openDeliveries(dataDir, logger)
  const liveBuilder = createLiveBuilder(builderOptions(options))
  const schedule = createApiSchedule({
    apiUrl: options.apiUrl,
    isForeignApi: options.isForeignApi,
    onMoment: () => publisher.notify(),
    onDay: () => publisher.sweep(),
    logger,
  })
  let standing: Manifest | undefined
  const pagesStand = Promise.withResolvers<void>()
  function onStanding(site: BuiltSite): void {
    standing = describeSite(site, store)
    pagesStand.resolve()
  }
  const publisher = await createPublisher({
    dataDir,
    store,
    ...(options.showsEarly && { onStanding }),
    ...(options.onProgress && { onProgress: options.onProgress }),
    builder: options.builder ?? liveBuilder,
    gate: options.gate ?? createGate(listMessageAreas(projectDir)),
    readInputs: options.readInputs ?? createInputReader(options),
    repeatsSweeps: () => !schedule.isStated,
    logger,
    now,
    ...(options.setTimer && { setTimer: options.setTimer }),
    ...(options.limits?.sweepEveryMs !== undefined && {
      sweepEveryMs: options.limits.sweepEveryMs,
    }),
  })
  const receive = createWebhookReceiver({
    secrets: options.webhookSecrets,
    deliveries,
    onChange(wanted) {
      publisher.notify(wanted)
      void schedule.refresh()
    },
    logger,
    now: () => now().getTime(),
  })
  const answerStatus = createStatusPage({
    status: () => publisher.status,
    secrets: options.statusSecrets,
    https: options.https,
  })
  if (options.webhookSecrets.length === 0) {
    logger.warn({}, 'CONTENT_WEBHOOK_SECRET is not set: no webhook of the API is taken')
  }
  const stopAnswering = await answerRequests(
    dataDir,
    async (request) => {
      const answer = await answerRequest(request, publisher)
      await publisher.settle()
      return answer
    },
    (error) => logger.error({ err: error }, 'a request of a command failed'),
  )

  /** Whether a delivery came that no build has begun after. */
  async function hasMissedDelivery(): Promise<boolean> {
    const [newest] = await listReleases(dataDir)
    const release = newest === undefined ? undefined : await readRelease(dataDir, newest)
    const begun = [release, publisher.live?.release].map((one) => Date.parse(one?.createdAt ?? ''))
    return begun.every((time) => (deliveries.latest ?? 0) > time)
  }

  let stopClock: (() => void) | undefined
  let closing: Promise<void> | undefined
  async function close(): Promise<void> {
    stopClock?.()
    await stopAnswering()
    await publisher.close()
    await liveBuilder.close()
    deliveries.close()
  }

  return {
    publisher,
    get standing() {
      return publisher.live ? undefined : standing
    },
    async makeFile(name) {
      if (!standing || cacheClassOf(name) !== 'immutable') return undefined
      const file = await liveBuilder.make(name)
      return file && describeFile(name, store.fileOf(file.hash), file, {})
    },
    async hooks(exchange, target, draining) {
      if (target.path === '/hooks/content') return receive(exchange, draining)
      if (target.path === STATUS_PATH) return answerStatus(exchange, target)
      sendJson(exchange, 404, { error: 'not found' })
    },
    async begin(report, forced = false) {
      void schedule.refresh()
      const isFirst = publisher.live === undefined
      const reason = await publisher.findChange().catch((error: unknown) => {
        if (isFirst) throw error
        const message = error instanceof Error ? error.message : String(error)
        report(`${message}. The site is served as it was.`)
        return null
      })
      const missed = !reason && (await hasMissedDelivery())
      if (reason === null && !missed) return
      if (reason === undefined && !missed) {
        return report('Nothing has changed since the last build.')
      }
      report(`Building the site: ${reason ?? 'the content has changed'}.`)
      const built = publisher.publish({ cause: 'start', forced })
      const ended = built.then(({ result }) => {
        if (!closing) options.onStarted?.(describeResult(result))
        return result
      })
      if (!isFirst) {
        report('Until then the site is served as it was.')
        return
      }
      await Promise.race([pagesStand.promise, ended])
      if (!publisher.live && !standing) throw new Error(describeResult((await built).result))
    },
    prepare() {
      // Pages show days and states, which change without an edit.
      stopClock ??= followClock(schedule.follow, {
        now: () => now().getTime(),
        setTimer: options.setTimer ?? setRealTimer,
      })
      if (options.builder) return
      liveBuilder.prepare().then(publisher.sweep, (error: unknown) => {
        logger.warn(
          { err: error },
          'the builder could not be prepared: the next build takes longer',
        )
      })
    },
    close: () => (closing ??= close()),
  }
}

function builderOptions(options: PublishingOptions) {
  const { projectDir, dataDir, apiUrl, siteUrl, limits, onBuildLine } = options
  return {
    projectDir,
    dataDir,
    apiUrl,
    siteUrl,
    ...(limits && { limits }),
    ...(onBuildLine && { onLine: onBuildLine }),
  }
}

/** Names of the message files: the first part of every key. */
function listMessageAreas(projectDir: string): string[] {
  const names = readdirSync(path.join(projectDir, 'i18n/en'))
  return names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5))
}

async function answerRequest(
  request: PublishRequest,
  publisher: Publisher,
): Promise<PublishAnswer> {
  if (request.kind === 'publish') {
    const { result } = await publisher.publish({ cause: 'command', forced: request.forced })
    const done = result.kind === 'published' || result.kind === 'unchanged'
    return { done, text: describeResult(result) }
  }
  try {
    const { id } = await publisher.rollBack(request.id)
    return { done: true, text: `${id} is live.` }
  } catch (error) {
    return { done: false, text: error instanceof Error ? error.message : String(error) }
  }
}
