import { expect, test } from 'vitest'
import { sortCharacters, formatUnicodeRange } from '#integrations/fonts/character-sets.ts'
import { isInBase, nameSubset } from '#integrations/fonts/subset.ts'
import { WEIGHTS } from '#integrations/fonts/typefaces.ts'

test('has seven serif weights, ExtraLight to Heavy', { tags: ['S9.18'] }, () => {
  expect(WEIGHTS).toEqual([200, 300, 400, 500, 600, 700, 900])
})

test('names a file by its face and its set of characters', () => {
  expect(nameSubset('serif-400', '茶馆')).toBe(nameSubset('serif-400', '馆茶馆'))
  expect(nameSubset('serif-400', '茶馆')).not.toBe(nameSubset('serif-400', '茶'))
  expect(nameSubset('serif-400', '茶馆')).not.toBe(nameSubset('serif-500', '茶馆'))
  expect(nameSubset('serif-400', '茶')).toMatch(/^serif-400-[0-9a-f]{16}$/)
})

test('writes characters as a unicode-range', () => {
  expect(formatUnicodeRange(sortCharacters('丁一七丈'))).toBe('U+4e00-4e01,U+4e03,U+4e08')
})

test('makes subsets of common characters, with the spaces of every subset, from the base', () => {
  expect(isInBase('serif-700', ' \u{a0}\u{3000}茶馆，上演')).toBe(true)
  expect(isInBase('serif-700', ' \u{a0}\u{3000}㐂')).toBe(false)
  expect(isInBase('latin-700', ' ')).toBe(false)
})
