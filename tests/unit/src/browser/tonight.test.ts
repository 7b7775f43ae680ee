import { describe, expect, test } from 'vitest'
import { isOnToday } from '#browser/tonight.ts'

describe('isOnToday', () => {
  const show = { day: '2026-11-27', endsAt: '2026-11-27T22:10:00+08:00' }
  test.each([
    ['in the morning of its day', '2026-11-27', '2026-11-27T09:00:00+08:00', true],
    ['while it runs', '2026-11-27', '2026-11-27T22:09:59+08:00', true],
    ['not once it is over', '2026-11-27', '2026-11-27T22:10:00+08:00', false],
    ['not on the day before', '2026-11-26', '2026-11-26T19:30:00+08:00', false],
  ])('marks a show as on today %s', (_, today, now, expected) => {
    expect(isOnToday(show, { today, now: Date.parse(now) })).toBe(expected)
  })
})
