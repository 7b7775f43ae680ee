import { expect, test } from 'vitest'
import { findNextDay } from '#features/calendar/roving.ts'

test.each([
  ['ArrowLeft', '2027-05-01', '2027-04-30'],
  ['ArrowRight', '2027-05-31', '2027-06-01'],
  ['ArrowUp', '2027-05-05', '2027-04-28'],
  ['ArrowDown', '2027-05-05', '2027-05-12'],
  ['Home', '2027-05-05', '2027-05-03'],
  ['End', '2027-05-05', '2027-05-09'],
  ['PageUp', '2027-03-31', '2027-02-28'],
  ['PageDown', '2027-12-31', '2028-01-31'],
])('moves with %s from %s to %s', (key, day, expected) => {
  expect(findNextDay(day, key)).toBe(expected)
})

test.each(['Enter', ' ', 'Tab', 'a', 'Escape'])('does not move with %s', (key) => {
  expect(findNextDay('2027-05-05', key)).toBeNull()
})
