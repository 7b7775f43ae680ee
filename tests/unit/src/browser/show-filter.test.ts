import { describe, expect, test } from 'vitest'
import { matchesShows, readDays } from '#browser/show-filter.ts'

describe('readDays', () => {
  test.each([
    ['', '2026-11-24', '2026-11-24', '9999-12-31'],
    ['week', '2026-11-24', '2026-11-24', '2026-11-29'],
    ['week', '2026-11-29', '2026-11-29', '2026-11-29'],
    ['weekend', '2026-11-24', '2026-11-28', '2026-11-29'],
    ['weekend', '2026-11-29', '2026-11-29', '2026-11-29'],
    ['weekend', '2026-12-30', '2027-01-02', '2027-01-03'],
    ['2026-11', '2026-11-24', '2026-11-24', '2026-11-31'],
    ['2026-12', '2026-11-24', '2026-12-01', '2026-12-31'],
  ])('returns for %o on %s the days from %s to %s', (option, today, from, to) => {
    expect(readDays(option, today)).toEqual({ from, to })
  })
})

describe('matchesShows', () => {
  const matches = matchesShows('2026-11-24')
  const item = {
    shows: '2026-11-13@2@relaxed 2026-11-28@2 2026-12-11@1@captioned@talk',
    genre: '3',
    price: '9000',
  }
  test.each([
    ['without a filter', {}, true],
    ['by a day of the week', { date: 'week' }, true],
    ['by a month', { date: '2026-12' }, true],
    ['not by a month without shows', { date: '2027-01' }, false],
    ['by a city', { city: '1' }, true],
    ['not by a city on a day when its show is elsewhere', { date: 'week', city: '1' }, false],
    ['by a show that is in the city on the day', { date: 'week', city: '2' }, true],
    ['by a feature of a show', { feature: 'talk' }, true],
    ['not by a feature of a past show', { feature: 'relaxed' }, false],
    ['not by a feature of a show on another day', { date: 'week', feature: 'captioned' }, false],
    ['by its kind', { genre: '3' }, true],
    ['not by another kind', { genre: '30' }, false],
    ['by its lowest price', { price: '9000' }, true],
    ['not above the price', { price: '8000' }, false],
  ])('matches a performance %s', (_, filter, expected) => {
    expect(matches(item, { date: '', city: '', genre: '', price: '', ...filter })).toBe(expected)
  })

  test('matches a performance without shows or price only without a filter', () => {
    const none = { shows: '', genre: '3', price: '' }
    expect(matches(none, { date: '', city: '' })).toBe(true)
    expect(matches(none, { date: 'week' })).toBe(false)
    expect(matches(none, { price: '80000' })).toBe(false)
  })

  test.each(['2026-11-24', '2026-11-29'])('matches a show on the first or last day, %s', (day) => {
    expect(matches({ shows: `${day}@2` }, { date: 'week' })).toBe(true)
  })

  test('ignores past shows in the city of the filter', () => {
    expect(matches({ shows: '2026-11-01@2' }, { city: '2' })).toBe(false)
  })
})
