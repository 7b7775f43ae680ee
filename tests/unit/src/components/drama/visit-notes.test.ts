import { expect, test } from 'vitest'
import { listVisitNotes } from '#components/drama/visit-notes.ts'

const t = (key: string, values?: object) => (values ? `${key} ${JSON.stringify(values)}` : key)

test('lists the intervals and the suggested age', () => {
  expect(listVisitNotes({ intermissions: 1, age_min: 12 }, t)).toEqual([
    'drama:intermissions_1',
    'drama:age {"age":12}',
  ])
})

test('suggests no age for a performance without a minimum age', () => {
  expect(listVisitNotes({ intermissions: 0, age_min: 0 }, t)).toEqual(['drama:intermissions_0'])
})

test('names the number of intervals of a long evening', () => {
  expect(listVisitNotes({ intermissions: 3, age_min: 0 }, t)).toEqual([
    'drama:intermissions {"count":3}',
  ])
})
