import { describe, expect, test } from 'vitest'
import { followTonight, isOnToday } from '#browser/tonight.ts'

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

/** A home page of a venue in a zone, with the strip of two shows; the parts that the script uses. */
function createPage(timeZone: string, shows: { day: string; endsAt: string }[]) {
  const items = shows.map((dataset) => ({ dataset, hidden: true }))
  const strip = {
    hidden: true,
    querySelectorAll: () => items,
    querySelector: () => items.find(({ hidden }) => !hidden) ?? null,
  }
  const page = Object.assign(new EventTarget(), {
    documentElement: { dataset: { timeZone } },
    querySelector: () => strip,
  })
  const list = () => items.filter(({ hidden }) => !hidden).map(({ dataset }) => dataset.day)
  return { page: page as unknown as Document, strip, list }
}

test('a tab that is opened again after midnight of the venue shows the shows of the new day', () => {
  const { page, strip, list } = createPage('America/New_York', [
    { day: '2027-11-06', endsAt: '2027-11-07T00:15:00-04:00' },
    { day: '2027-11-07', endsAt: '2027-11-07T21:00:00-05:00' },
  ])
  let now = '2027-11-06T23:59:59-04:00'
  const open = (time: string) => {
    now = time
    page.dispatchEvent(new Event('visibilitychange'))
    return list()
  }
  followTonight(page, () => new Date(now))
  expect(list()).toEqual(['2027-11-06'])
  expect(open('2027-11-07T00:00:00-04:00')).toEqual(['2027-11-07'])
  expect(open('2027-11-07T21:00:00-05:00')).toEqual([])
  expect(strip.hidden).toBe(true)
})
