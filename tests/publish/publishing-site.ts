import path from 'node:path'
import { onTestFinished } from 'vitest'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import { signWebhook } from '#scripts/lib/webhook-signature.ts'
import type { Builder } from '#scripts/publish/built-site.ts'
import { readPublishConfig } from '#scripts/publish/config.ts'
import {
  openPublishing,
  type Publishing,
  type PublishingOptions,
} from '#scripts/publish/open-publishing.ts'
import { openStore, type Store } from '#scripts/publish/store.ts'
import { createLiveRelease } from '#scripts/serve/live-release.ts'
import { startSiteServer } from '#scripts/serve/server.ts'
import { makeFolder } from '#tests/serve/fixture-site.ts'
import { createSmallBuilder, type SmallSite } from './small-site.ts'

export const SECRET = 'a-secret-of-the-tests-long-enough'
/** Runs timers immediately: builds start without a delay. */
const setTimerNow: NonNullable<PublishingOptions['setTimer']> = (run) => {
  const timer = setImmediate(run)
  return () => clearImmediate(timer)
}

export interface PublishingSite {
  url: string
  dataDir: string
  publishing: Publishing
  /** Sends a signed webhook; resolves with the status of the response. */
  send(id: string, body?: string): Promise<number>
  read(address: string): Promise<{ status: number; text: string }>
}

type Options = Partial<PublishingOptions>

export function publishingOptions(dataDir: string, builder: Builder, options: Options = {}) {
  return {
    ...readPublishConfig({}),
    projectDir: process.cwd(),
    dataDir,
    target: { switchTo: async () => {}, compressor: { yieldTo: () => {} } },
    apiUrl: 'http://127.0.0.1:1',
    isExternalApi: false,
    siteUrl: 'https://example.org',
    https: false,
    webhookSecrets: [SECRET],
    statusSecrets: [SECRET],
    logger: SILENT_LOGGER,
    builder,
    readInputs: async () => ({ sources: 's', content: 'c' }),
    // Retries of failed builds never run by themselves.
    setTimer: (run: () => void, ms: number) => (ms > 1000 ? () => {} : setTimerNow(run, ms)),
    ...options,
  } satisfies PublishingOptions
}

/** The empty release that a server holds before the first release of a data folder. */
export const openEmptyRelease = (dataDir: string) =>
  createLiveRelease(path.join(dataDir, 'cache'), SILENT_LOGGER)

type CleanUp = () => Promise<void>

/** Serves a publishing site on a free port until the test ends. Its first release is live. */
export async function servePublishing(
  makeBuilder: (store: Store, dataDir: string) => Builder,
  options: Options = {},
  folder?: string,
  onEnd: (cleanUp: CleanUp) => void = onTestFinished,
): Promise<PublishingSite> {
  const dataDir = folder ?? path.join(await makeFolder(), '.data')
  const builder = makeBuilder(openStore(dataDir), dataDir)
  const live = openEmptyRelease(dataDir)
  onEnd(live.close)
  const publishing = await openPublishing(
    publishingOptions(dataDir, builder, { target: live, ...options }),
  )
  onEnd(() => publishing.close())
  await publishing.begin(() => {})
  if (!publishing.publisher.live) throw new Error('nothing is live')
  const server = await startSiteServer({
    ...live,
    hooks: publishing.hooks,
    host: '127.0.0.1',
    port: 0,
    logger: SILENT_LOGGER,
  })
  onEnd(() => server.close({ deadlineMs: 100 }))
  const { url } = server
  return {
    url,
    dataDir,
    publishing,
    async send(id, body = BODY) {
      const response = await fetch(`${url}/hooks/content`, signed(id, { body }))
      await response.arrayBuffer()
      return response.status
    },
    async read(address) {
      const response = await fetch(url + address, { redirect: 'manual' })
      return { status: response.status, text: await response.text() }
    },
  }
}

export const BODY = JSON.stringify({
  type: 'content.changed',
  timestamp: '2026-11-21T08:00:00.000Z',
  data: { version: '2', changes: [{ kind: 'news', id: 12, action: 'changed' }] },
})

/** A webhook delivery as the embedded API sends it. @param secret another secret forges the signature */
export function signed(
  id: string,
  { body = BODY, secret = SECRET, atMs = Date.now() } = {},
): { method: 'POST'; body: string; headers: Record<string, string> } {
  const timestamp = Math.floor(atMs / 1000)
  return { method: 'POST', body, headers: signWebhook({ id, timestamp, body }, [secret]) }
}

/** A builder whose content a test can change and whose builds a test can pause. */
export function createControlledContent(first: SmallSite) {
  const content = { now: first }
  let builds = 0
  let pause: { onStarted: () => void; resumed: Promise<void> } | undefined
  const make = (store: Store): Builder =>
    createSmallBuilder(store, async () => {
      builds += 1
      const site = content.now
      const current = pause
      pause = undefined
      current?.onStarted()
      await current?.resumed
      return site
    })
  return {
    content,
    make,
    builds: () => builds,
    /** Pauses the next build after it has read the content, until `resume`. */
    pauseNextBuild() {
      const { promise: started, resolve: onStarted } = Promise.withResolvers<void>()
      const { promise: resumed, resolve: resume } = Promise.withResolvers<void>()
      pause = { onStarted, resumed }
      return { started, resume }
    },
  }
}

/** Waits until the publisher is idle. */
export async function waitUntilIdle({ publisher }: Publishing): Promise<void> {
  const isBusy = () => publisher.status.building !== null || publisher.status.again
  while (isBusy()) await new Promise((resolve) => setImmediate(resolve))
}
