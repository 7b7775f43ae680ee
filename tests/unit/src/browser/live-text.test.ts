import { expect, test } from 'vitest'
import { createCoverage, isFrugal, parseRange } from '#browser/live-text.ts'

test('reads a unicode range', () => {
  expect(parseRange('U+4E00, U+4e03-4E05')).toEqual([
    [0x4e00, 0x4e00],
    [0x4e03, 0x4e05],
  ])
})

test('knows what the shared faces and the files of the page hold, by weight', () => {
  const faces = [
    { family: '"House Serif"', weight: '400', unicodeRange: 'U+4E00-4E02' },
    { family: 'House Serif', weight: '600', unicodeRange: 'U+0-10FFFF' },
    { family: 'Other', weight: '600', unicodeRange: 'U+4E00' },
  ]
  const isCovered = createCoverage(faces, { 600: '幕' })
  expect(isCovered('一', '400')).toBe(true)
  expect(isCovered('一', '600')).toBe(false)
  expect(isCovered('幕', '600')).toBe(true)
  expect(isCovered('幕', '400')).toBe(false)
})

test.each([
  [undefined, false],
  [{ effectiveType: '4g' }, false],
  [{ effectiveType: '2g' }, true],
  [{ effectiveType: 'slow-2g' }, true],
  [{ saveData: true, effectiveType: '4g' }, true],
])('with the line %j a visitor saves bytes: %s', (connection, frugal) => {
  expect(isFrugal(connection)).toBe(frugal)
})
