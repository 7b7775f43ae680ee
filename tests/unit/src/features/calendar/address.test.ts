import { expect, test } from 'vitest'
import { readAddress, writeAddress } from '#features/calendar/address.ts'

test('reads month, kind and city', () => {
  expect(readAddress('?month=2027-05&kind=course&city=2')).toEqual({
    month: '2027-05',
    kind: 'course',
    city: 2,
  })
})

test.each(['', '?month=2027-13&kind=opera&city=abc', '?month=&kind=&city=0', '?city=007'])(
  'reads %j as the current month without a filter',
  (search) => {
    expect(readAddress(search)).toEqual({ month: null, kind: 'all', city: null })
  },
)

test('writes non-default values and keeps the rest of the URL', () => {
  const href = 'https://house.example/en/calendar/calendar?utm_source=poster&kind=activity#content'
  expect(writeAddress(href, { month: '2027-05', kind: 'course', city: 2 })).toBe(
    'https://house.example/en/calendar/calendar?utm_source=poster&kind=course&month=2027-05&city=2#content',
  )
  expect(writeAddress(href, { month: null, kind: 'all', city: null })).toBe(
    'https://house.example/en/calendar/calendar?utm_source=poster#content',
  )
})
