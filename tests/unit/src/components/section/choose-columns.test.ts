import { expect, test } from 'vitest'
import { chooseColumns } from '#components/section/choose-columns.ts'

test('chooses the first number of columns that leaves no empty cell', () => {
  expect(chooseColumns(8, [4, 5, 3])).toBe(4)
  expect(chooseColumns(10, [4, 5, 3])).toBe(5)
  expect(chooseColumns(9, [4, 5, 3])).toBe(3)
})

test('chooses the number with the fewest empty cells when none fits', () => {
  expect(chooseColumns(11, [4, 5, 3])).toBe(4)
  expect(chooseColumns(7, [3, 2])).toBe(2)
})
