import { expect, test } from 'vitest'
import { formatHall } from '#components/section/format-hall.ts'
import { PLACE } from '#tests/fixtures/shows.ts'

test('names the city of a date only if the dates of the item are in several', () => {
  const [shanghai, suzhou] = [PLACE.city, { id: 2, name: 'Suzhou' }]
  expect(formatHall(PLACE, [shanghai])).toBe('Studio')
  expect(formatHall({ ...PLACE, city: suzhou }, [shanghai, suzhou])).toBe('Suzhou · Studio')
})
