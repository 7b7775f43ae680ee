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
  ])('reads %j as %j', (text, folded) => {
    expect(foldText(text)).toBe(folded)
  })

  test('keeps places when it folds unit by unit', () => {
    expect(foldUnits('ﬁ海鷗É𠮷')).toBe('f海鸥e𠮷')
  })
})

describe('segmentText', () => {
  test('keeps words and pairs of Chinese characters', () => {
    expect(segmentText(foldText('看《牡丹亭》Teahouse ２０２７'))).toEqual([
      '牡丹',
      '丹亭',
      'teahouse',
      '2027',
    ])
  })

  test('keeps single characters of titles too', () => {
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
  ])('reads %j', (given, terms) => {
    expect(readQuery(given).terms).toEqual(terms)
  })

  test('reads at most 64 characters and 12 parts', () => {
    const { text, terms } = readQuery('ﷺ a b c d e f g h i j k l m n o p')
    expect([...text].length).toBeLessThanOrEqual(64)
    expect(terms.length).toBe(12)
  })
})

describe('splitRuns', () => {
  test('parts a run into its words', () => {
    expect(splitRuns(readQuery('昆曲课程').terms)).toEqual([
      { type: 'run', text: '昆曲' },
      { type: 'run', text: '课程' },
    ])
  })

  test('says when there is nothing to part', () => {
    expect(splitRuns(readQuery('昆曲').terms)).toBeNull()
  })
})
