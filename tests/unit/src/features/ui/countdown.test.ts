import { describe, expect, test } from 'vitest'
import { recordTiming } from '#features/ui/record-timing.ts'
import { chooseWarning, formatLeft } from '#features/ui/Countdown.tsx'
import { countSeconds, toLocalTime } from '#stores/server-clock.ts'

const DAY = 24 * 60 * 60 * 1000
const expires = '2027-05-05T12:15:00+08:00'
const serverTime = '2027-05-05T12:00:00+08:00'
const serverNow = Date.parse(serverTime)

describe('countdown', () => {
  test.each([
    [0, '00:00'],
    [59, '00:59'],
    [876, '14:36'],
    [6000, '100:00'],
  ])('shows %i seconds as %s', (seconds, text) => {
    expect(formatLeft(seconds)).toBe(text)
  })

  test.each([
    [301, 'none'],
    [300, 'five_minutes'],
    [120, 'five_minutes'],
    [119, 'two_minutes'],
    [1, 'two_minutes'],
    [0, 'over'],
  ])('announces at %i seconds %s, and nothing in between', (seconds, warning) => {
    expect(chooseWarning(seconds)).toBe(warning)
  })

  test.each([-DAY, 0, DAY])(
    'is accurate within a second on a clock that is off by %i ms',
    { tags: ['S4.10'] },
    async (wrong) => {
      // The response takes 800 ms; the server reads its clock halfway.
      const times = [serverNow + wrong - 400, serverNow + wrong + 400]
      const result = await recordTiming(
        async () => ({ status: 'ok', data: { expires_at: expires } }) as const,
        () => times.shift() ?? 0,
      )
      if (result.status !== 'ok') throw new Error('no result')
      const { timing } = result.data
      const until = toLocalTime(expires, serverTime, timing)
      const left = (passed: number) =>
        countSeconds({ until, notedAt: timing.receivedAt }, timing.receivedAt + passed)
      expect(Math.abs(left(0) - 900)).toBeLessThanOrEqual(1)
      // The tab was suspended for ten minutes before the clock is read again.
      expect(Math.abs(left(600_000) - 300)).toBeLessThanOrEqual(1)
      expect(left(DAY)).toBe(0)
    },
  )

  test('ends when the clock was set back: the server decides', () => {
    expect(countSeconds({ until: serverNow + 900_000, notedAt: serverNow }, serverNow - DAY)).toBe(
      0,
    )
  })
})
