import { expect, test } from 'vitest'
import type { CourseDate } from '#api/course.ts'
import { chooseDates } from '#components/course/choose-dates.ts'
import { PLACE } from '#tests/fixtures/shows.ts'

const buildDate = (id: number, courseId: number): CourseDate => ({
  id,
  course: { id: courseId, name: `course ${courseId}` },
  starts_at: '2027-05-08T19:30:00+08:00',
  ends_at: '2027-05-08T21:30:00+08:00',
  place: PLACE,
  teacher: { id: 9, name: 'Shen' },
  price_fen: 10_000,
  member_price_fen: 0,
  capacity: 12,
  places_left: 3,
  admission: 'book',
  state: 'open',
})

test('chooses the next date of each course, in order', () => {
  const dates = [buildDate(1, 7), buildDate(2, 7), buildDate(3, 8), buildDate(4, 9)]
  expect(chooseDates(dates, 2).map(({ id }) => id)).toEqual([1, 3])
})
