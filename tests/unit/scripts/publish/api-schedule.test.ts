import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { createApiSchedule } from '#scripts/publish/api-schedule.ts'

const at = (time: string) => Date.parse(time)
const START = at('2027-05-08T12:00:00+08:00')
const HOUR_MS = 3_600_000

interface Answers {
  next_change_at?: string | null
  time_zone?: string
}

/** A schedule of an API whose answers a test sets, with a clock that only the test moves. */
async function openSchedule(answers: Answers, isForeignApi = true) {
  const events: string[] = []
  const schedule = createApiSchedule({
    apiUrl: 'http://api.example',
    isForeignApi,
    onScheduledChange: () => events.push('moment'),
    onDay: () => events.push('day'),
    logger: pino({ level: 'silent' }),
    fetch: async (url) => {
      const { time_zone = 'Asia/Shanghai', ...readiness } = answers
      const init = { code: 200, data: { site: { time_zone } } }
      return Response.json(String(url).endsWith('/readyz') ? readiness : init)
    },
  })
  let time = START
  await schedule.refresh()
  return {
    schedule,
    answers,
    /** Moves the clock, lets the schedule act, and returns what it did. */
    async moveTo(now: number) {
      events.length = 0
      schedule.follow({ before: time, now })
      time = now
      // The API is read in between.
      for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      return [...events]
    },
  }
}

describe('an API that states its next change', () => {
  test('is built once, shortly after that time', async () => {
    const { moveTo, answers } = await openSchedule({ next_change_at: '2027-05-08T13:00:00+08:00' })
    expect(await moveTo(START + HOUR_MS - 1)).toEqual([])
    answers.next_change_at = null
    expect(await moveTo(START + HOUR_MS + 3000)).toEqual(['moment'])
    expect(await moveTo(START + 2 * HOUR_MS)).toEqual([])
  })

  test('is built at each of its times', async () => {
    const { moveTo, answers } = await openSchedule({ next_change_at: '2027-05-08T13:00:00+08:00' })
    answers.next_change_at = '2027-05-08T14:00:00+08:00'
    expect(await moveTo(START + HOUR_MS + 3000)).toEqual(['moment'])
    expect(await moveTo(START + HOUR_MS + 4000)).toEqual([])
    expect(await moveTo(START + 2 * HOUR_MS + 3000)).toEqual(['moment'])
  })

  test('is built when the clock jumps over that time or back', async () => {
    const { moveTo, answers } = await openSchedule({ next_change_at: '2027-05-08T13:00:00+08:00' })
    answers.next_change_at = null
    expect(await moveTo(START + 10 * HOUR_MS)).toEqual(['moment'])
    expect(await moveTo(START)).toEqual(['moment'])
  })

  test('is built at the start if that time passed while the site was down', async () => {
    const { moveTo } = await openSchedule({ next_change_at: '2027-05-08T11:00:00+08:00' })
    expect(await moveTo(START + 1000)).toEqual(['moment'])
  })

  test('is not built every second if it keeps stating a past time', async () => {
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

test('an API that does not state its next change relies on sweeps', async () => {
  const { schedule, moveTo } = await openSchedule({})
  expect(schedule.hasNextChange).toBe(false)
  expect(await moveTo(START + 3 * HOUR_MS)).toEqual([])
})

test('the embedded API, which sends webhooks itself, is not built twice', async () => {
  const answers = { next_change_at: '2027-05-08T13:00:00+08:00' }
  const { schedule, moveTo } = await openSchedule(answers, false)
  expect(schedule.hasNextChange).toBe(true)
  expect(await moveTo(START + 2 * HOUR_MS)).toEqual([])
})

test('a day begins at midnight of the zone of the API', async () => {
  const { moveTo } = await openSchedule({ time_zone: 'Europe/London' })
  expect(await moveTo(at('2027-05-08T16:00:00Z'))).toEqual([])
  expect(await moveTo(at('2027-05-08T23:00:00Z'))).toEqual(['day'])
})
