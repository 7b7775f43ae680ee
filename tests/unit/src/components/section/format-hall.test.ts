import { expect, test } from 'vitest'
import { formatHall } from '#components/section/format-hall.ts'
import { PLACE } from '#tests/fixtures/shows.ts'

test('names the city of a date only if the organisation has several', () => {
  const [shanghai, suzhou] = [PLACE.city, { id: 2, name: 'Suzhou' }]
  expect(formatHall(PLACE, { citys: [shanghai] })).toBe('Studio')
  expect(formatHall({ ...PLACE, city: suzhou }, { citys: [shanghai, suzhou] })).toBe(
    'Studio\u00a0· Suzhou',
  )
})
