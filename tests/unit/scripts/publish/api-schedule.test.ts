import { afterEach, describe, expect, test, vi } from 'vitest'
import { setVenueTimeZone } from '#i18n/format.ts'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import { createApiSchedule } from '#scripts/publish/api-schedule.ts'

const at = (time: string) => Date.parse(time)
const START = at('2027-05-08T12:00:00+08:00')
const HOUR_MS = 3_600_000

afterEach(() => {
  setVenueTimeZone('Asia/Shanghai')
  vi.unstubAllGlobals()
})

interface ApiResponses {
  next_change_at?: string | null
  time_zone?: string
}

/** A schedule over an API with configurable responses and a manual clock. */
async function openSchedule(responses: ApiResponses, isExternalApi = true) {
  vi.stubGlobal('fetch', async (url: string) => {
    const { time_zone = 'Asia/Shanghai', ...readiness } = responses
    const init = { code: 200, data: { site: { time_zone } } }
    return Response.json(url.endsWith('/readyz') ? readiness : init)
  })
  const events: string[] = []
  const schedule = createApiSchedule({
    apiUrl: 'http://api.example',
    isExternalApi,
    onScheduledChange: () => events.push('moment'),
    onDay: () => events.push('day'),
    logger: SILENT_LOGGER,
  })
  let time = START
  await schedule.refresh()
  return {
    schedule,
    responses,
    /** Moves the clock, lets the schedule run, and returns the triggered events. */
    async moveTo(now: number) {
      events.length = 0
      schedule.follow({ before: time, now })
      time = now
      // Lets pending API requests finish.
      for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      return [...events]
    },
  }
}

describe('API that states its next change', () => {
  test('triggers one build shortly after that time', async () => {
    const { moveTo, responses } = await openSchedule({
      next_change_at: '2027-05-08T13:00:00+08:00',
    })
    expect(await moveTo(START + HOUR_MS - 1)).toEqual([])
    responses.next_change_at = null
    expect(await moveTo(START + HOUR_MS + 3000)).toEqual(['moment'])
    expect(await moveTo(START + 2 * HOUR_MS)).toEqual([])
  })

  test('triggers a build at each of its times', async () => {
    const { moveTo, responses } = await openSchedule({
      next_change_at: '2027-05-08T13:00:00+08:00',
    })
    responses.next_change_at = '2027-05-08T14:00:00+08:00'
    expect(await moveTo(START + HOUR_MS + 3000)).toEqual(['moment'])
    expect(await moveTo(START + HOUR_MS + 4000)).toEqual([])
    expect(await moveTo(START + 2 * HOUR_MS + 3000)).toEqual(['moment'])
  })

  test('triggers a build if the API has moved on to a later time just before', async () => {
    const { moveTo, responses } = await openSchedule({
      next_change_at: '2027-05-08T13:00:00+08:00',
    })
    // The change is applied, and the poll of this minute finds the next time.
    responses.next_change_at = '2027-05-08T14:00:00+08:00'
    expect(await moveTo(START + HOUR_MS + 1000)).toEqual([])
    expect(await moveTo(START + HOUR_MS + 2000)).toEqual(['moment'])
    expect(await moveTo(START + 2 * HOUR_MS + 2000)).toEqual(['moment'])
  })

  test('notices within a minute that it states a time', async () => {
    const { moveTo, responses } = await openSchedule({ next_change_at: null })
    await moveTo(START + 1000)
    responses.next_change_at = '2027-05-08T13:00:00+08:00'
    await moveTo(START + 61_000)
    expect(await moveTo(START + HOUR_MS + 2000)).toEqual(['moment'])
  })

  test('triggers a build when the clock jumps past that time, forwards or back', async () => {
    const { moveTo, responses } = await openSchedule({
      next_change_at: '2027-05-08T13:00:00+08:00',
    })
    responses.next_change_at = null
    expect(await moveTo(START + 10 * HOUR_MS)).toEqual(['moment'])
    expect(await moveTo(START)).toEqual(['moment'])
  })

  test('triggers a build at the start if that time passed while the site was down', async () => {
    const { moveTo } = await openSchedule({ next_change_at: '2027-05-08T11:00:00+08:00' })
    expect(await moveTo(START + 1000)).toEqual(['moment'])
  })

  test('does not trigger a build every second if it keeps stating a past time', async () => {
    const { moveTo } = await openSchedule({ next_change_at: '2027-05-08T11:00:00+08:00' })
    const built: string[] = []
    for (let second = 1; second <= 30; second += 1) {
      built.push(...(await moveTo(START + second * 1000)))
    }
    expect(built).toEqual(['moment'])
  })

  test('needs no sweeps', async () => {
    const { schedule } = await openSchedule({ next_change_at: null })
    expect(schedule.hasNextChange).toBe(true)
  })
})

test('relies on sweeps for an API that does not state its next change', async () => {
  const { schedule, moveTo } = await openSchedule({})
  expect(schedule.hasNextChange).toBe(false)
  expect(await moveTo(START + 3 * HOUR_MS)).toEqual([])
  expect(await moveTo(START)).toEqual([])
})

test('triggers no builds for the embedded API, which sends webhooks itself', async () => {
  const responses = { next_change_at: '2027-05-08T13:00:00+08:00' }
  const { schedule, moveTo } = await openSchedule(responses, false)
  expect(schedule.hasNextChange).toBe(true)
  expect(await moveTo(START + 2 * HOUR_MS)).toEqual([])
  expect(await moveTo(START)).toEqual([])
})

test("starts a day at midnight in the API's time zone", async () => {
  const { moveTo } = await openSchedule({ time_zone: 'Europe/London' })
  expect(await moveTo(at('2027-05-08T16:00:00Z'))).toEqual([])
  expect(await moveTo(at('2027-05-08T23:00:00Z'))).toEqual(['day'])
})
