import { expect, test } from 'vitest'
import {
  findAcceptance,
  isBookable,
  getBookingPath,
  readBookingHash,
  type Eligibility,
} from '#features/booking/request.ts'
import { describeCancellation } from '#features/booking/BookingSheet.tsx'
import { readReturnPath } from '#stores/return-path.ts'
import { createIslandTexts } from '#tests/support/create-island-texts.ts'

test('returns after the login to the open booking sheet', () => {
  const path = getBookingPath({ pathname: '/en/course/detail', search: '?id=3' }, 41)
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
  expect((['ok_free', 'ok_class_hour', 'ok_paid'] as const).every(isBookable)).toBe(true)
  expect(isBookable('login_required')).toBe(false)
  expect(isBookable('same_time_booking')).toBe(false)
})

test.each<[(Eligibility['reason'] | null)[], boolean]>([
  [['ok_free'], true],
  [['already_booked'], true],
  [['application_needed', 'ok_free'], false],
  // These say nothing about the application: the API finds them first.
  [['full', 'application_needed'], false],
  [['ended', 'cancelled', 'ok_paid'], true],
  [[null, 'application_needed'], false],
  [['full', null], false],
])('by the dates %j an applicant is accepted: %j', async (reasons, isAccepted) => {
  const request = (id: number) => () => {
    const reason = reasons[id] ?? null
    return reason === null
      ? Promise.reject(new Error('not found'))
      : Promise.resolve({ status: 'ok' as const, data: { reason } as Eligibility })
  }
  const signal = new AbortController().signal
  expect(await findAcceptance([...reasons.keys()], signal, request)).toBe(isAccepted)
})

test.each([
  ['2027-05-08T09:59:59+08:00', 'You can cancel free of charge until 8 May 2027, 10:00.'],
  ['2027-05-08T10:00:00+08:00', 'It starts so soon that the booking can no longer be cancelled.'],
])('says at %s whether the booking can be cancelled', (server_time, text) => {
  const times = { cancel_until: '2027-05-08T10:00:00+08:00', server_time }
  const part = { locale: 'en', t: createIslandTexts('en', 'booking') } as const
  expect(describeCancellation(times, part)).toBe(text)
})
