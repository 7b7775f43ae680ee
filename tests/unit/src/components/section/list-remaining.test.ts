import { expect, test } from 'vitest'
import { listRemaining } from '#components/section/list-remaining.ts'

test('lists the dates that are not over', () => {
  const dates = [
    { id: 1, ends_at: '2027-05-08T12:00:00+08:00' },
    { id: 2, ends_at: '2027-05-08T06:00:00+01:00' },
    { id: 3, ends_at: '2027-05-09T12:00:00+08:00' },
  ]
  expect(listRemaining(dates, '2027-05-08T12:00:00+08:00').map(({ id }) => id)).toEqual([2, 3])
})
