import { describe, expect, test } from 'vitest'
import { foldText, foldUnits } from '#scripts/admin-api/modules/search/fold.ts'
import {
  readQuery,
  segmentText,
  segmentTitle,
  splitRuns,
} from '#scripts/admin-api/modules/search/segment.ts'

describe('foldText', () => {
  test.each([
    ['Séance', 'seance'],
    ['ＡＢＣ　１２', 'abc 12'],
    ['海鷗 莎士比亞 茶館', '海鸥 莎士比亚 茶馆'],
    ['崑曲', '昆曲'],
    ['a\u0000b\ud800', 'a b\ufffd'],
    ['각', '각'],
  ])('folds %j to %j', (text, folded) => {
    expect(foldText(text)).toBe(folded)
  })

  test('preserves offsets when folding by code unit', () => {
    expect(foldUnits('ﬁ海鷗É𠮷')).toBe('f海鸥e𠮷')
  })
})

describe('segmentText', () => {
  test('splits text into words and Chinese bigrams', () => {
    expect(segmentText(foldText('看《牡丹亭》Teahouse ２０２７'))).toEqual([
      '牡丹',
      '丹亭',
      'teahouse',
      '2027',
    ])
  })

  test('also keeps single characters in titles', () => {
    expect(segmentTitle(foldText('茶館 Tea'))).toEqual(['茶', '馆', '茶馆', 'tea'])
  })
})

describe('readQuery', () => {
  test.each([
    ['茶館', [{ type: 'run', text: '茶馆' }]],
    [
      '茶guan',
      [
        { type: 'run', text: '茶' },
        { type: 'beginning', text: 'guan' },
      ],
    ],
    ['foo(', [{ type: 'beginning', text: 'foo' }]],
    ['*-"(', []],
  ])('parses %j', (query, terms) => {
    expect(readQuery(query).terms).toEqual(terms)
  })

  test('limits a query to 64 characters and 12 terms', () => {
    const { text, terms } = readQuery('ﷺ a b c d e f g h i j k l m n o p')
    expect([...text].length).toBeLessThanOrEqual(64)
    expect(terms.length).toBe(12)
  })
})

describe('splitRuns', () => {
  test('splits a run into its words', () => {
    expect(splitRuns(readQuery('昆曲课程').terms)).toEqual([
      { type: 'run', text: '昆曲' },
      { type: 'run', text: '课程' },
    ])
  })

  test('returns null if there is nothing to split', () => {
    expect(splitRuns(readQuery('昆曲').terms)).toBeNull()
  })
})
