import { expect, test } from 'vitest'
import { takeFirst } from '#content/take-first.ts'

test('takes the next date of each course, in order', () => {
  const dates = [
    { id: 1, course: 7 },
    { id: 2, course: 7 },
    { id: 3, course: 8 },
    { id: 4, course: 9 },
  ]
  const next = takeFirst(dates, ({ course }) => course)
  expect(next.map(({ id }) => id)).toEqual([1, 3, 4])
})
