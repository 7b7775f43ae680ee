import { expect, test } from 'vitest'
import { isBookable, pathOfBooking, readBookingHash } from '#features/booking/booking-request.ts'
import { readReturnPath } from '#stores/return-path.ts'

test('returns after the login to the open booking sheet', () => {
  const path = pathOfBooking({ pathname: '/en/course/detail', search: '?id=3' }, 41)
  expect(readReturnPath(path, '/')).toBe('/en/course/detail?id=3#book-41')
  expect(readBookingHash('#book-41')).toBe(41)
})

test.each(['', '#book-', '#book-0', '#book-1x', '#dates'])(
  'opens no booking sheet for %j',
  (hash) => {
    expect(readBookingHash(hash)).toBeNull()
  },
)

test('allows only bookable dates of the API', () => {
  expect(
    (['ok_free', 'ok_class_hour', 'ok_paid'] as const).every((reason) => isBookable({ reason })),
  ).toBe(true)
  expect(isBookable({ reason: 'login_required' })).toBe(false)
  expect(isBookable({ reason: 'same_time_booking' })).toBe(false)
})
