import { expect, test } from 'vitest'
import { BuildCancelled, type Builder, type BuildRequest } from '#scripts/publish/built-site.ts'
import { BODY, servePublishing, signed, untilIdle } from './publishing-site.ts'
import { createSmallBuilder, type SmallSite } from './small-site.ts'

const ITEMS = [1, 2, 3]
const NAMED = BODY.replace('"news"', '"artists"')

/** A site whose builder records its requests, and whose sweeps a test can hold. */
async function openSwept() {
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
            await new Promise((resolve) => leave.addEventListener('abort', resolve))
            throw new BuildCancelled()
          }
          return small.build(request)
        },
      }
    },
    {
      // Time passes at once, also until the next sweep.
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
    /** Resolves when a sweep has begun that ends only when it is left. */
    holdSweep: () => new Promise<void>((resolve) => (begun = resolve)),
    async sendNamed(id: string) {
      const response = await fetch(`${site.url}/hooks/content`, signed(id, { body: NAMED }))
      expect(response.status).toBe(202)
    },
  }
}

const sweepsOf = (requests: readonly BuildRequest[]) =>
  requests.filter(({ isBackground }) => isBackground === true).length

async function untilSweeps(site: Awaited<ReturnType<typeof openSwept>>, count: number) {
  while (sweepsOf(site.requests) < count) await new Promise((resolve) => setImmediate(resolve))
  await untilIdle(site.publishing)
}

test('a named change refetches little, then a sweep refetches everything', async () => {
  const site = await openSwept()
  site.content.now = { text: 'second', items: ITEMS }
  await site.sendNamed('one')
  await untilSweeps(site, 1)
  const [, named, sweep] = site.requests
  expect(named?.scope).toEqual([{ kind: 'artists', id: 12 }])
  expect(sweep).toMatchObject({ scope: 'all', isBackground: true })
  // It found nothing, and is no news; nor does another one follow.
  expect(site.publishing.publisher.status.builds.map(({ cause }) => cause)).toEqual([
    'content',
    'start',
  ])
  expect(site.requests).toHaveLength(3)
})

/** A site whose first sweep was left for a second change, which finds what that would have found. */
async function openLeft() {
  const site = await openSwept()
  const swept = site.holdSweep()
  await site.sendNamed('one')
  await swept
  site.content.now = { text: 'second', items: ITEMS }
  await site.sendNamed('two')
  await untilSweeps(site, 2)
  return site
}

test('the findings of a sweep are a separate release', async () => {
  const site = await openLeft()
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
  const site = await openLeft()
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

test('an unnamed change refetches everything and needs no sweep', async () => {
  const site = await openSwept()
  site.content.now = { text: 'second', items: ITEMS }
  await fetch(`${site.url}/hooks/content`, signed('one', { body: '{"type":"content.changed"}' }))
  await untilIdle(site.publishing)
  expect(site.requests.map(({ scope }) => scope)).toEqual(['all', 'all'])
  expect(sweepsOf(site.requests)).toBe(0)
})

test('a sweep does not republish what was rolled back', async () => {
  const site = await openSwept()
  site.content.now = { text: 'second', items: ITEMS }
  await site.sendNamed('one')
  await untilSweeps(site, 1)
  await site.publishing.publisher.rollBack()
  site.publishing.publisher.sweep()
  await untilIdle(site.publishing)
  expect(sweepsOf(site.requests)).toBe(1)
  expect((await site.read('/drama/home')).text).toContain('<p>first</p>')
})
