import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '#scripts/lib/listen.ts'
import type { SetTimer } from '#scripts/publish/create-build-queue.ts'
import { servePublishing } from './publishing-site.ts'
import { createSmallBuilder } from './small-site.ts'

const START = Date.parse('2027-05-08T12:00:00+08:00')
const HOUR = 3_600_000

/** Starts an external API whose item 2 becomes public an hour after the start. */
async function openApi(clock: { now: number }, hasNextChange: boolean): Promise<string> {
  const change = START + HOUR
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', 'application/json')
    const next_change_at = clock.now < change ? new Date(change).toISOString() : null
    if (url === '/readyz') response.end(JSON.stringify(hasNextChange ? { next_change_at } : {}))
    else if (url === '/items') response.end(JSON.stringify(clock.now < change ? [1] : [1, 2]))
    else response.end(JSON.stringify({ code: 200, data: { site: { time_zone: 'Europe/London' } } }))
  })
  onTestFinished(() => void server.close())
  return listen(server, 0, '127.0.0.1', 'PORT')
}

/** Opens a site with that API; its timers follow the test clock. */
async function openSite(hasNextChange: boolean) {
  const clock = { now: START }
  const apiUrl = await openApi(clock, hasNextChange)
  const waiting = new Set<{ run: () => void; at: number }>()
  const setTimer: SetTimer = (run, ms) => {
    const timer = { run, at: clock.now + ms }
    waiting.add(timer)
    return () => waiting.delete(timer)
  }
  const settle = async () => {
    for (let turn = 0; turn < 40; turn += 1) await new Promise((done) => setTimeout(done, 1))
  }
  async function advanceTo(now: number) {
    clock.now = now
    for (const timer of [...waiting].filter(({ at }) => at <= now)) {
      waiting.delete(timer)
      timer.run()
    }
    await settle()
  }
  const opening = servePublishing(
    (store) =>
      createSmallBuilder(store, async () => {
        const items = (await (await fetch(`${apiUrl}/items`)).json()) as number[]
        return { text: 'site', items }
      }),
    { apiUrl, isExternalApi: true, now: () => new Date(clock.now), setTimer },
  )
  // The first build needs timers, too.
  const first = { isOver: false }
  void opening.finally(() => (first.isOver = true))
  while (!first.isOver) await advanceTo(clock.now + 250)
  const site = await opening
  site.publishing.prepare()
  const isPublic = async () => (await site.read('/drama/detail?id=2')).status === 200
  return { ...site, advanceTo, isPublic }
}

test('a scheduled page is live shortly after the next change that the API announces', async () => {
  const { advanceTo, isPublic } = await openSite(true)
  await advanceTo(START + 60_000)
  await advanceTo(START + HOUR - 1000)
  await advanceTo(START + HOUR)
  expect(await isPublic()).toBe(false)
  await advanceTo(START + HOUR + 3000)
  await advanceTo(START + HOUR + 4000)
  await expect.poll(isPublic).toBe(true)
})

test('a scheduled page of an API without announcements is live after the next sweep', async () => {
  const { advanceTo, isPublic } = await openSite(false)
  await advanceTo(START + 60_000)
  await advanceTo(START + HOUR - 1000)
  expect(await isPublic()).toBe(false)
  for (let minutes = 0; minutes <= 11; minutes += 1)
    await advanceTo(START + HOUR + minutes * 60_000)
  await expect.poll(isPublic).toBe(true)
})
