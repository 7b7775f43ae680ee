import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createS3Store } from '#scripts/lib/file-store/s3-store.ts'
import { parseStorageUrl } from '#scripts/lib/file-store/storage-address.ts'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import { readCurrentRelease, removeRelease } from '#scripts/publish/releases.ts'
import { shareReleases } from '#scripts/publish/share-releases.ts'
import { createSharedReleases } from '#scripts/publish/shared-releases.ts'
import { openStore } from '#scripts/publish/store.ts'
import { findRollbackTarget, pullRollbackTarget } from '#scripts/publish/switch-release.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'
import {
  startObjectStore,
  type ObjectStore,
} from '#tests/support/object-store/start-object-store.ts'
import { createControlledContent, servePublishing, type PublishingSite } from './publishing-site.ts'
import { writeSmallSite } from './small-site.ts'

// One process builds and publishes to a store; others with their own data folders serve from it.

const ITEMS = [1, 2, 3]
const FOLLOWERS = 2
const cleanUps: (() => Promise<unknown>)[] = []

let store: ObjectStore
let builder: PublishingSite
const controlled = createControlledContent({ text: 'first', items: ITEMS })
let followers: { url: string; dataDir: string }[] = []
/** By how much the clock of the builder is set back. */
let setBackMs = 0

function makeDataDir(): string {
  const folder = createTemporaryFolder()
  cleanUps.push(async () => folder[Symbol.dispose]())
  return path.join(folder.path, '.data')
}

function openShared(dataDir: string) {
  const address = parseStorageUrl(store.url)
  if (!address) throw new Error('not an address')
  return createSharedReleases(dataDir, createS3Store(address))
}

const createEnvironment = (dataDir: string) => ({
  ...process.env,
  ...store.environment,
  STORAGE_URL: store.url,
  DATA_DIR: dataDir,
  SITE_PORT: '0',
  LOG_LEVEL: 'info',
})

/** Starts a site server in a child process with an empty data folder. */
async function startFollower() {
  const dataDir = makeDataDir()
  const child = spawn(process.execPath, ['scripts/serve/main.ts'], {
    env: createEnvironment(dataDir),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanUps.push(async () => {
    child.kill()
    await once(child, 'exit')
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /"url":"(http:[^"]+)"/.exec(line)?.[1]
    if (url) return { url, dataDir }
  }
  throw new Error('the site server did not start')
}

async function readText(url: string): Promise<string> {
  const response = await fetch(url)
  return `${response.status} ${await response.text()}`
}

const allServers = () => [builder, ...followers]

/** Waits until all processes serve a text. @returns ms between the first and the last */
async function untilServed(text: string): Promise<number> {
  const times = await Promise.all(
    allServers().map(async ({ url }) => {
      await expect.poll(() => readText(url)).toContain(`<p>${text}</p>`)
      return performance.now()
    }),
  )
  return Math.round(Math.max(...times) - Math.min(...times))
}

async function publish(text: string): Promise<void> {
  controlled.content.now = { text, items: ITEMS }
  await builder.publishing.publisher.publish({ cause: 'command', forced: false })
}

beforeAll(async () => {
  store = await startObjectStore()
  cleanUps.push(store.close)
  for (const [name, value] of Object.entries(store.environment)) vi.stubEnv(name, value)
  const folder = makeDataDir()
  const onEnd = (cleanUp: () => Promise<void>) => void cleanUps.push(cleanUp)
  builder = await servePublishing(controlled.make, {}, folder, onEnd)
  const { publisher } = builder.publishing
  const shared = openShared(builder.dataDir)
  await shared.push()
  const { dataDir } = builder
  const now = () => Date.now() - setBackMs
  onEnd(shareReleases({ dataDir, shared, publisher, logger: SILENT_LOGGER, now }))
  followers = await Promise.all(Array.from({ length: FOLLOWERS }, startFollower))
})
afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp()
  vi.unstubAllEnvs()
})
beforeEach(() => store.setDown(false))

test('a process with an empty folder serves the live release', async () => {
  for (const { url } of followers) expect(await readText(url)).toContain('<p>first</p>')
})

test('a release reaches every process, and open tabs still load their scripts', async () => {
  const script = [...writeSmallSite({ text: 'first', items: ITEMS }).keys()].find((name) =>
    name.startsWith('/_astro/'),
  )
  await publish('second')
  const ms = await untilServed('second')
  console.log(`${FOLLOWERS} more processes serve a release ${ms} ms after the first`)
  for (const { url } of followers) expect(await readText(`${url}${script}`)).toMatch(/^200 .*first/)
})

test('processes keep serving while the store is down and catch up afterwards', async () => {
  await publish('third')
  await untilServed('third')
  store.setDown(true)
  await publish('fourth')
  expect(await readText(builder.url)).toContain('<p>fourth</p>')
  for (const { url } of followers) expect(await readText(url)).toMatch(/^200 .*<p>third<\/p>/)
  store.setDown(false)
  await untilServed('fourth')
})

test('a rollback on any machine reaches every process; the next change publishes', async () => {
  await publish('good')
  await untilServed('good')
  await publish('bad')
  await untilServed('bad')
  const [follower] = followers
  const dataDir = follower?.dataDir ?? ''
  const command = spawn(process.execPath, ['scripts/publish/roll-back.ts', '--yes'], {
    env: createEnvironment(dataDir),
    stdio: 'inherit',
  })
  expect(await once(command, 'exit')).toEqual([0, null])
  await untilServed('good')
  await publish('better')
  await untilServed('better')
})

test('a rollback finds its target if a release is published while it copies releases', async () => {
  await publish('before the copy')
  await untilServed('before the copy')
  const dataDir = makeDataDir()
  const shared = openShared(dataDir)
  const pull = vi.fn<typeof shared.pull>(shared.pull).mockImplementationOnce(async () => {
    const isNew = await shared.pull()
    await publish('during the copy')
    await untilServed('during the copy')
    return isNew
  })
  await pullRollbackTarget(dataDir, { ...shared, pull })
  const live = await readCurrentRelease(dataDir)
  expect(live?.id).toBe((await shared.readPointer())?.id)
  const target = await findRollbackTarget(dataDir, openStore(dataDir), live?.id ?? '')
  expect(target.id).toBe((await shared.list())[1])
})

test('a rollback is followed after the clock of the builder was set back', async () => {
  await publish('sent')
  await untilServed('sent')
  await publish('faulty')
  await untilServed('faulty')
  setBackMs = 3_600_000
  const shared = openShared(makeDataDir())
  const [live = '', earlier = ''] = await shared.list()
  await shared.pointTo({ id: earlier, rolledBackFrom: live }, new Map())
  await untilServed('sent')
})

test('a damaged file in the store is not served', async () => {
  await publish('sound')
  await untilServed('sound')
  const folder = makeDataDir()
  const release = await readCurrentRelease(builder.dataDir)
  const hash = release?.files.get('/index.html')?.hash ?? ''
  store.damage(`store/${hash.slice(0, 2)}/${hash}`)
  await expect(openShared(folder).pull()).rejects.toThrow('is damaged')
  expect(existsSync(path.join(folder, 'current.json'))).toBe(false)
})

test('files that no release needs are deleted from the store after a delay', async () => {
  await publish('kept')
  await untilServed('kept')
  const { dataDir } = builder
  const shared = openShared(dataDir)
  const live = await readCurrentRelease(dataDir)
  const [oldest = ''] = (await shared.list()).toReversed()
  await removeRelease(dataDir, oldest)
  await shared.tidy(0)
  expect(await shared.list()).not.toContain(oldest)
  const countContents = () => store.listKeys().filter((key) => key.startsWith('store/')).length
  const before = countContents()
  await shared.tidy(Date.now() + 1)
  expect(countContents()).toBeLessThan(before)
  const folder = makeDataDir()
  await openShared(folder).pull()
  expect((await readCurrentRelease(folder))?.id).toBe(live?.id)
})
