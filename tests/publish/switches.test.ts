import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import type { Builder, BuiltSite } from '#scripts/publish/built-site.ts'
import { describeStatus } from '#scripts/publish/describe-status.ts'
import { openStore, type Store } from '#scripts/publish/store.ts'
import { BODY, createControlledContent, servePublishing, waitUntilIdle } from './publishing-site.ts'
import { storeSmallSite } from './small-site.ts'

const ITEMS = [1, 2, 3]
const CLIENTS = 50
const SWITCHES = 100

function fail(message: string): never {
  throw new Error(message)
}

const ReportSchema = v.object({
  requests: v.number(),
  releases: v.number(),
  faults: v.array(v.string()),
})

/** Simulates visitors in a worker thread. @returns a function that stops them and returns their report */
function startClients(url: string, clients: number) {
  const worker = new Worker(new URL('clients.ts', import.meta.url), {
    workerData: { url, clients },
  })
  onTestFinished(async () => void (await worker.terminate()))
  const report = once(worker, 'message')
  return async () => {
    worker.postMessage('stop', [])
    const [message] = await report
    return v.parse(ReportSchema, message)
  }
}

test('100 switches under 50 clients neither fail requests nor mix pages with scripts', async () => {
  // Builds in advance, so that CPU time is left to the clients and the switches.
  const built: Promise<BuiltSite>[] = []
  const makeBuilder = (store: Store): Builder => {
    for (let number = 0; number <= SWITCHES; number += 1) {
      built.push(storeSmallSite({ text: `release ${number}`, items: [2] }, store))
    }
    let next = 0
    return { build: async () => (await Promise.all(built))[next++] ?? fail('built too often') }
  }
  const gate = { readAhead: () => {}, check: async () => [] }
  const { url, publishing } = await servePublishing(makeBuilder, { gate })
  const stopClients = startClients(url, CLIENTS)
  const results: string[] = []
  for (let number = 1; number <= SWITCHES; number += 1) {
    const { result } = await publishing.publisher.publish({ cause: 'command', forced: false })
    results.push(result.kind)
  }
  const { requests, releases, faults } = await stopClients()
  console.log(`${SWITCHES} switches, ${requests} requests, ${releases} releases`)
  expect(new Set(results)).toEqual(new Set(['published']))
  expect(faults).toEqual([])
  expect(releases).toBeGreaterThan(SWITCHES / 4)
})

test('no request fails during a rollback, and the next change publishes again', async () => {
  const controlled = createControlledContent({ text: 'good', items: ITEMS })
  const site = await servePublishing(controlled.make)
  const { publisher } = site.publishing
  controlled.content.now = { text: 'bad', items: ITEMS }
  await publisher.publish({ cause: 'command', forced: false })
  const bad = publisher.live?.id
  const statuses: number[] = []
  const stop = new AbortController()
  const reading = (async () => {
    while (!stop.signal.aborted) statuses.push((await site.read('/')).status)
  })()
  const from = performance.now()
  await publisher.rollBack()
  console.log(`rolled back in ${Math.round(performance.now() - from)} ms`)
  expect((await site.read('/')).text).toContain('<p>good</p>')
  stop.abort()
  await reading
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(publisher.status.live?.rolledBackFrom).toBe(bad)
  // A restart would not republish the release that was rolled back.
  expect(await publisher.findChange()).toBeUndefined()

  controlled.content.now = { text: 'better', items: ITEMS }
  await site.send('next')
  await waitUntilIdle(site.publishing)
  expect((await site.read('/')).text).toContain('<p>better</p>')
  expect(publisher.status.live?.rolledBackFrom).toBeUndefined()
})

test('a rollback survives scheduled changes and a restart; the next edit publishes all', async () => {
  const controlled = createControlledContent({ text: 'good', items: ITEMS })
  let content = 'c'
  const options = { readInputs: async () => ({ sources: 's', content }) }
  const scopes: unknown[] = []
  const make = (store: Store): Builder => {
    const { build } = controlled.make(store)
    return {
      build(request) {
        scopes.push(request.scope)
        return build(request)
      },
    }
  }
  const site = await servePublishing(make, options)
  const { publisher } = site.publishing
  controlled.content.now = { text: 'wrong', items: ITEMS }
  await publisher.publish({ cause: 'command', forced: false })
  await publisher.rollBack()

  controlled.content.now = { text: 'wrong, one item less', items: [1, 2] }
  content = 'c, due'
  expect(await site.send('due', BODY.replace('"action":"changed"', '"action":"due"'))).toBe(202)
  await expect.poll(() => publisher.status.live?.isHeld).toBe(true)
  await waitUntilIdle(site.publishing)
  expect((await site.read('/')).text).toContain('<p>good</p>')
  await site.publishing.close()

  const restarted = await servePublishing(make, options, site.dataDir)
  await waitUntilIdle(restarted.publishing)
  expect((await restarted.read('/')).text).toContain('<p>good</p>')
  expect(describeStatus(restarted.publishing.publisher.status).join('\n')).toContain(
    'scheduled changes have come due and wait',
  )

  controlled.content.now = { text: 'corrected', items: [1, 2] }
  await restarted.send('edit')
  await waitUntilIdle(restarted.publishing)
  expect((await restarted.read('/')).text).toContain('<p>corrected</p>')
  expect(scopes.at(-1)).toBe('all')
  const { live, builds } = restarted.publishing.publisher.status
  expect([live?.rolledBackFrom, live?.isHeld, builds[0]?.cause]).toEqual([
    undefined,
    undefined,
    'content',
  ])
})

/** Serves a site whose second release, with the text “second”, was rolled back to the first. */
async function serveRolledBack() {
  const controlled = createControlledContent({ text: 'first', items: ITEMS })
  const site = await servePublishing(controlled.make)
  const { publisher } = site.publishing
  controlled.content.now = { text: 'second', items: ITEMS }
  await publisher.publish({ cause: 'command', forced: false })
  await publisher.rollBack()
  return { controlled, site, publisher }
}

test('a scheduled change during the edit that ends a rollback is published', async () => {
  const { controlled, site, publisher } = await serveRolledBack()
  controlled.content.now = { text: 'corrected', items: ITEMS }
  const { started, resume } = controlled.pauseNextBuild()
  await site.send('edit')
  await started
  controlled.content.now = { text: 'due', items: ITEMS }
  publisher.notify('all', 'clock')
  resume()
  await waitUntilIdle(site.publishing)
  expect((await site.read('/')).text).toContain('<p>due</p>')
})

test('a rollback of two releases, one after the other, survives a restart', async () => {
  const controlled = createControlledContent({ text: 'good', items: ITEMS })
  let content = 'good'
  const options = { readInputs: async () => ({ sources: 's', content }) }
  const site = await servePublishing(controlled.make, options)
  const { publisher } = site.publishing
  for (const text of ['bad', 'worse']) {
    content = text
    controlled.content.now = { text, items: ITEMS }
    await publisher.publish({ cause: 'command', forced: false })
  }
  const worse = publisher.live?.id
  await publisher.rollBack()
  await publisher.rollBack()
  await site.publishing.close()

  const restarted = await servePublishing(controlled.make, options, site.dataDir)
  await waitUntilIdle(restarted.publishing)
  expect((await restarted.read('/')).text).toContain('<p>good</p>')

  await restarted.publishing.publisher.rollBack(worse)
  expect((await restarted.read('/')).text).toContain('<p>worse</p>')
  expect(restarted.publishing.publisher.status.live?.rolledBackFrom).toBeUndefined()
})

test('a rollback stops the running build, with the reason, and drops the next one', async () => {
  const controlled = createControlledContent({ text: 'first', items: ITEMS })
  const site = await servePublishing(controlled.make)
  const { publisher } = site.publishing
  controlled.content.now = { text: 'second', items: ITEMS }
  await publisher.publish({ cause: 'command', forced: false })
  const { started, resume } = controlled.pauseNextBuild()
  controlled.content.now = { text: 'third', items: ITEMS }
  await site.send('third')
  await started
  await site.send('queued')
  const back = publisher.rollBack()
  resume()
  await back
  await waitUntilIdle(site.publishing)
  expect((await site.read('/')).text).toContain('<p>first</p>')
  expect(publisher.status.builds[0]?.result.kind).toBe('stopped')
})

test('a rollback stops a build that the gate is checking', async () => {
  const controlled = createControlledContent({ text: 'first', items: ITEMS })
  let onCheck = () => {}
  const check = async () => {
    onCheck()
    return []
  }
  const site = await servePublishing(controlled.make, { gate: { readAhead: () => {}, check } })
  const { publisher } = site.publishing
  controlled.content.now = { text: 'second', items: ITEMS }
  await publisher.publish({ cause: 'command', forced: false })
  let back: Promise<unknown> | undefined
  onCheck = () => void (back = publisher.rollBack())
  controlled.content.now = { text: 'third', items: ITEMS }
  const { result } = await publisher.publish({ cause: 'command', forced: false })
  await back
  expect(result.kind).toBe('stopped')
  expect((await site.read('/')).text).toContain('<p>first</p>')
})

test('a rollback stops a build that would change nothing', async () => {
  const controlled = createControlledContent({ text: 'first', items: ITEMS })
  let onBuilt = () => {}
  const make = (store: Store): Builder => ({
    async build(request) {
      const built = await controlled.make(store).build(request)
      onBuilt()
      return built
    },
  })
  const { publishing } = await servePublishing(make)
  const { publisher } = publishing
  for (const text of ['second', 'third']) {
    controlled.content.now = { text, items: ITEMS }
    await publisher.publish({ cause: 'command', forced: false })
  }
  const rolledBackFrom = publisher.live?.id
  await publisher.rollBack()
  controlled.content.now = { text: 'second', items: ITEMS }
  let back: Promise<unknown> | undefined
  onBuilt = () => void (back = publisher.rollBack())
  const { result } = await publisher.publish({ cause: 'command', forced: false })
  await back
  expect(result.kind).toBe('stopped')
  expect(publisher.status.live).toMatchObject({ rolledBackFrom })
})

test('a build after a rollback publishes content that has not changed since', async () => {
  const { site, publisher } = await serveRolledBack()
  await publisher.publish({ cause: 'command', forced: false })
  expect((await site.read('/')).text).toContain('<p>second</p>')
})

test('an edit that equals the rolled back site ends the rollback', async () => {
  const { controlled, publisher } = await serveRolledBack()
  const before = publisher.status.live
  controlled.content.now = { text: 'first', items: ITEMS }
  const { result } = await publisher.publish({ cause: 'content', forced: false })
  expect(result.kind).toBe('unchanged')
  expect(publisher.status.live).toMatchObject({ id: before?.id, since: before?.since })
  expect(publisher.status.live).not.toHaveProperty('rolledBackFrom')
})

test('publishes a change of headers alone', async () => {
  const controlled = createControlledContent({ text: 'first', items: ITEMS })
  let language = 'zh'
  const make = (store: Store): Builder => {
    const { build } = controlled.make(store)
    return {
      async build(request) {
        const built = await build(request)
        const entries = [...built.headers].map(
          ([name, headers]) => [name, { ...headers, 'content-language': language }] as const,
        )
        return { ...built, headers: new Map(entries) }
      },
    }
  }
  const { url, publishing } = await servePublishing(make)
  language = 'en'
  await publishing.publisher.publish({ cause: 'command', forced: false })
  expect((await fetch(url)).headers.get('content-language')).toBe('en')
})

test('a rollback skips a release of which a file is missing', async () => {
  const controlled = createControlledContent({ text: 'first', items: ITEMS })
  const site = await servePublishing(controlled.make)
  const { publisher } = site.publishing
  const publish = async (text: string) => {
    controlled.content.now = { text, items: ITEMS }
    await publisher.publish({ cause: 'command', forced: false })
    return publisher.live
  }
  const second = await publish('second')
  await publish('third')
  const { hash = '' } = second?.release.files.get('/index.html') ?? {}
  await rm(openStore(site.dataDir).getFile(hash))
  await expect(publisher.rollBack(second?.id)).rejects.toThrow('There is no release')
  await publisher.rollBack()
  expect((await site.read('/')).text).toContain('<p>first</p>')
})

test('a rollback to an unknown release changes nothing', async () => {
  const controlled = createControlledContent({ text: 'first', items: ITEMS })
  const site = await servePublishing(controlled.make)
  const { publisher } = site.publishing
  await expect(publisher.rollBack()).rejects.toThrow('There is no release before')
  await expect(publisher.rollBack('20200101T000000-000')).rejects.toThrow(
    'There is no release 2020',
  )
  await expect(publisher.rollBack('../current')).rejects.toThrow('There is no release')
  expect((await site.read('/')).text).toContain('<p>first</p>')
})
