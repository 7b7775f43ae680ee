import { describe, expect, test } from 'vitest'
import { markTitle } from '#scripts/admin-api/modules/search/marks.ts'
import { readQuery } from '#scripts/admin-api/modules/search/segment.ts'

describe('markTitle', () => {
  test.each([
    ['茶馆', '茶馆', [[0, 2]]],
    ['茶館', '茶馆', [[0, 2]]],
    [
      '老茶馆与茶馆',
      '茶館',
      [
        [1, 3],
        [4, 6],
      ],
    ],
    ['The Peony Pavilion', 'peo', [[4, 7]]],
    ['Opera', 'era', []],
    ['Séance', 'seance', [[0, 6]]],
    ['ＡＢＣ', 'abc', [[0, 3]]],
    ['茶馆', 'chaguan', [[0, 2]]],
    ['老茶馆', 'chag', [[1, 3]]],
    ['牡丹亭', 'mdt', [[0, 3]]],
    ['水袖基础', 'ch', [[3, 4]]],
    ['茶馆', 'guanc', []],
    ['Hamlet', '', []],
  ])('marks in %j the query %j', (title, query, marks) => {
    expect(markTitle(title, readQuery(query).terms)).toEqual(marks)
  })

  test('marks the word that a typo was corrected to', () => {
    expect(markTitle('Hamlet', [{ type: 'words', texts: ['hamlet'] }])).toEqual([[0, 6]])
  })
})
