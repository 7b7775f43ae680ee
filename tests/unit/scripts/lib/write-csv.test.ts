import { describe, expect, test } from 'vitest'
import { writeCsv } from '#scripts/lib/write-csv.ts'

test('starts a CSV file with a byte order mark and ends lines as in RFC 4180', () => {
  expect(writeCsv([['a', '戏'], ['1']])).toBe('\uFEFF"a","戏"\r\n"1"\r\n')
  expect(writeCsv([])).toBe('\uFEFF')
})

test('keeps quotes, commas and line breaks inside their CSV cell', () => {
  expect(writeCsv([['say "hi", please\nnow']])).toBe('\uFEFF"say ""hi"", please\nnow"\r\n')
})

describe('formula injection in CSV cells', () => {
  test.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '  =1',
    '\n=1',
    '＝1',
    '＋1',
    '－1',
    '＠A1',
    '\u00A0=1',
    '=cmd|/c calc!A1',
  ])('is prevented by escaping %j', (cell) => {
    expect(writeCsv([[cell]])).toBe(`\uFEFF"'${cell.replaceAll('"', '""')}"\r\n`)
  })

  test.each(['', '1', 'a=b', 'x-y', "it's", '戏=剧', '"=1"'])(
    'is impossible with %j, which stays unchanged',
    (cell) => {
      expect(writeCsv([[cell]])).toBe(`\uFEFF"${cell.replaceAll('"', '""')}"\r\n`)
    },
  )
})
