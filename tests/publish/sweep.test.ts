import { expect, test } from 'vitest'
import { BuildCancelled, type Builder, type BuildRequest } from '#scripts/publish/built-site.ts'
import { BODY, servePublishing, signed, waitUntilIdle } from './publishing-site.ts'
import { createSmallBuilder, type SmallSite } from './small-site.ts'

const ITEMS = [1, 2, 3]
const NAMED = BODY.replace('"news"', '"artists"')

/** Serves a site whose builder records its requests and whose sweeps a test can pause. */
async function openSweptSite() {
  const content = { now: { text: 'first', items: ITEMS } satisfies SmallSite as SmallSite }
  const requests: BuildRequest[] = []
  let begun: (() => void) | undefined
  const site = await servePublishing(
    (store): Builder => {
      const small = createSmallBuilder(store, async () => content.now)
      return {
        async build(request) {
          requests.push(request)
          const leave = request.cancelSignal
          if (request.isBackground === true && begun && leave) {
            begun()
            begun = undefined
            const ended = AbortSignal.any([leave, request.signal])
            await new Promise((resolve) => ended.addEventListener('abort', resolve))
            throw new BuildCancelled()
          }
          return small.build(request)
        },
      }
    },
    {
      // Timers run immediately, including those of sweeps.
      setTimer(run) {
        const timer = setImmediate(run)
        return () => clearImmediate(timer)
      },
    },
  )
  return {
    ...site,
    content,
    requests,
    /** Resolves when the next sweep has started, which runs until it is cancelled or stopped. */
    pauseNextSweep: () => new Promise<void>((resolve) => (begun = resolve)),
    async sendNamed(id: string) {
      const response = await fetch(`${site.url}/hooks/content`, signed(id, { body: NAMED }))
      expect(response.status).toBe(202)
    },
  }
}

const listSweeps = (requests: readonly BuildRequest[]) =>
  requests.filter(({ isBackground }) => isBackground === true).length

async function untilSweeps(site: Awaited<ReturnType<typeof openSweptSite>>, count: number) {
  while (listSweeps(site.requests) < count) await new Promise((resolve) => setImmediate(resolve))
  await waitUntilIdle(site.publishing)
}

test('a named change refetches little, then a sweep refetches everything', async () => {
  const site = await openSweptSite()
  site.content.now = { text: 'second', items: ITEMS }
  await site.sendNamed('one')
  await untilSweeps(site, 1)
  const [, named, sweep] = site.requests
  expect(named?.scope).toEqual([{ kind: 'artists', id: 12 }])
  expect(sweep).toMatchObject({ scope: 'all', isBackground: true })
  // The sweep found no change, so that no build is recorded and no other sweep follows.
  expect(site.publishing.publisher.status.builds.map(({ cause }) => cause)).toEqual([
    'content',
    'start',
  ])
  expect(site.requests).toHaveLength(3)
})

/** Serves a site whose first sweep was cancelled by a second change. */
async function openWithCancelledSweep() {
  const site = await openSweptSite()
  const swept = site.pauseNextSweep()
  await site.sendNamed('one')
  await swept
  site.content.now = { text: 'second', items: ITEMS }
  await site.sendNamed('two')
  await untilSweeps(site, 2)
  return site
}

test('a sweep that finds changes publishes a release of its own', async () => {
  const site = await openWithCancelledSweep()
  site.content.now = { text: 'third', items: ITEMS }
  site.publishing.publisher.sweep()
  await untilSweeps(site, 3)
  expect(site.publishing.publisher.status.builds[0]).toMatchObject({
    cause: 'sweep',
    result: { kind: 'published' },
  })
  expect((await site.read('/drama/home')).text).toContain('<p>third</p>')
})

test('a change cancels the running sweep, which is repeated', async () => {
  const site = await openWithCancelledSweep()
  expect((await site.read('/drama/home')).text).toContain('<p>second</p>')
  expect(site.requests.map(({ scope }) => scope === 'all')).toEqual([
    true,
    false,
    true,
    false,
    true,
  ])
  expect(site.publishing.publisher.status.builds.map(({ cause }) => cause)).not.toContain('sweep')
})

test('a rollback during a sweep is not undone by a repeated sweep', async () => {
  const site = await openSweptSite()
  const { publisher } = site.publishing
  site.content.now = { text: 'second', items: ITEMS }
  await publisher.publish({ cause: 'command', forced: false })
  const swept = site.pauseNextSweep()
  publisher.sweep()
  await swept
  await publisher.rollBack()
  // Timers run immediately: a sweep would start now.
  await new Promise((resolve) => setImmediate(resolve))
  await waitUntilIdle(site.publishing)
  expect((await site.read('/drama/home')).text).toContain('<p>first</p>')
  expect(publisher.status.live?.rolledBackFrom).toBeDefined()
})

test('a failed sweep is retried like any other build, at growing intervals', async () => {
  const waits: number[] = []
  let failures = 2
  const site = await servePublishing(
    (store): Builder => {
      const small = createSmallBuilder(store, async () => ({ text: 'first', items: ITEMS }))
      return {
        async build(request) {
          if (request.defersFiles || request.scope !== 'all' || failures === 0)
            return small.build(request)
          failures -= 1
          throw new Error('the API is away')
        },
      }
    },
    {
      sweepEveryMs: 10_000,
      setTimer(run, ms) {
        waits.push(ms)
        const timer = setImmediate(run)
        return () => clearImmediate(timer)
      },
    },
  )
  await fetch(`${site.url}/hooks/content`, signed('one', { body: NAMED }))
  await expect.poll(() => failures).toBe(0)
  await waitUntilIdle(site.publishing)
  expect(waits.filter((ms) => ms > 250)).toEqual([10_000, 30_000, 60_000])
  const causes = site.publishing.publisher.status.builds.map(({ cause }) => cause)
  expect(causes).toEqual(['retry', 'retry', 'sweep', 'content', 'start'])
})

test('sweeps repeat while an item is faulty', async () => {
  const fault = {
    subject: '/a.jpg',
    kind: null,
    locale: null,
    field: null,
    reason: 'not an image',
    effect: 'kept',
    pages: [],
  } as const
  let builds = 0
  const site = await servePublishing(
    (store): Builder => {
      const small = createSmallBuilder(store, async () => ({ text: 'first', items: ITEMS }))
      return {
        async build(request) {
          builds += 1
          return { ...(await small.build(request)), faults: builds < 4 ? [fault] : [] }
        },
      }
    },
    {
      setTimer(run) {
        const timer = setImmediate(run)
        return () => clearImmediate(timer)
      },
    },
  )
  await expect.poll(() => builds).toBe(4)
  await waitUntilIdle(site.publishing)
  expect(builds).toBe(4)
})

test('an unnamed change refetches everything and needs no sweep', async () => {
  const site = await openSweptSite()
  site.content.now = { text: 'second', items: ITEMS }
  await fetch(`${site.url}/hooks/content`, signed('one', { body: '{"type":"content.changed"}' }))
  await waitUntilIdle(site.publishing)
  expect(site.requests.map(({ scope }) => scope)).toEqual(['all', 'all'])
  expect(listSweeps(site.requests)).toBe(0)
})

test('no sweep runs after a rollback', async () => {
  const site = await openSweptSite()
  site.content.now = { text: 'second', items: ITEMS }
  await site.sendNamed('one')
  await untilSweeps(site, 1)
  await site.publishing.publisher.rollBack()
  site.publishing.publisher.sweep()
  await waitUntilIdle(site.publishing)
  expect(listSweeps(site.requests)).toBe(1)
  expect((await site.read('/drama/home')).text).toContain('<p>first</p>')
})

test('a scheduled change held during a rollback is published when the rollback ends', async () => {
  const site = await openSweptSite()
  const { publisher } = site.publishing
  site.content.now = { text: 'second', items: ITEMS }
  await publisher.publish({ cause: 'command', forced: false })
  const second = publisher.live?.id
  await publisher.rollBack()
  site.content.now = { text: 'third', items: ITEMS }
  publisher.notify('all', 'clock')
  await expect.poll(() => publisher.status.live?.isHeld).toBe(true)
  await publisher.rollBack(second)
  await expect.poll(async () => (await site.read('/drama/home')).text).toContain('<p>third</p>')
})

test('an edit after a held change refetches everything, and the next edit little', async () => {
  const site = await openSweptSite()
  const { publisher } = site.publishing
  site.content.now = { text: 'second', items: ITEMS }
  await publisher.publish({ cause: 'command', forced: false })
  await publisher.rollBack()
  publisher.notify('all', 'clock')
  await expect.poll(() => publisher.status.live?.isHeld).toBe(true)
  await site.sendNamed('one')
  await waitUntilIdle(site.publishing)
  await site.sendNamed('two')
  await waitUntilIdle(site.publishing)
  const [, , first, next] = site.requests
  expect([first?.scope, next?.scope]).toEqual(['all', [{ kind: 'artists', id: 12 }]])
})

test('a change missed while the API was away at the start is found by a sweep', async () => {
  let text = 'first'
  const site = await servePublishing(
    (store): Builder => ({
      ...createSmallBuilder(store, async () => ({ text, items: ITEMS })),
      prepare: () => Promise.reject(new Error('the API is away')),
    }),
    {
      setTimer(run) {
        const timer = setImmediate(run)
        return () => clearImmediate(timer)
      },
    },
  )
  text = 'second'
  site.publishing.prepare()
  await expect.poll(async () => (await site.read('/drama/home')).text).toContain('<p>second</p>')
})
