import { describe, expect, test } from 'vitest'
import { markTitle } from '#scripts/admin-api/modules/search/marks.ts'
import { buildMatch, segmentText } from '#scripts/admin-api/modules/search/segment.ts'

describe('segmentText', () => {
  test('keeps words, Chinese characters and their pairs', () => {
    expect(segmentText('看《茶馆》Teahouse ２０２７')).toBe('teahouse 2027 看 茶 馆 茶馆')
  })
})

describe('buildMatch', () => {
  test.each([
    ['茶馆', '"茶馆"'],
    ['茶', '"茶"'],
    ['牡丹亭', '"牡丹" AND "丹亭"'],
    ['Tea house', '"tea" * AND "house" *'],
    ['foo(', '"foo" *'],
    ['NEAR OR "x"', '"near" * AND "or" * AND "x" *'],
    ['*-"(', null],
  ])('reads %j as %j', (query, match) => {
    expect(buildMatch(query)).toBe(match)
  })
})

describe('markTitle', () => {
  test.each([
    ['茶馆', '茶馆', [[0, 2]]],
    [
      '老茶馆与茶馆',
      '茶馆',
      [
        [1, 3],
        [4, 6],
      ],
    ],
    ['牡丹亭', '牡丹亭', [[0, 3]]],
    ['The Peony Pavilion', 'peo', [[4, 7]]],
    ['Opera', 'era', []],
    ['Séance', 'seance', [[0, 6]]],
    ['ＡＢＣ', 'abc', [[0, 3]]],
    ['Hamlet', '', []],
  ])('marks %j for %j', (title, query, marks) => {
    expect(markTitle(title, query)).toEqual(marks)
  })
})
