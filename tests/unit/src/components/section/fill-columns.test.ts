import { expect, test } from 'vitest'
import { fillColumns } from '#components/section/fill-columns.ts'

test('chooses the first number of columns that leaves no empty cell', () => {
  expect(fillColumns(8, [4, 5, 3])).toBe(4)
  expect(fillColumns(10, [4, 5, 3])).toBe(5)
  expect(fillColumns(9, [4, 5, 3])).toBe(3)
})

test('chooses the number with the fewest empty cells when none fits', () => {
  expect(fillColumns(11, [4, 5, 3])).toBe(4)
  expect(fillColumns(7, [3, 2])).toBe(2)
})
