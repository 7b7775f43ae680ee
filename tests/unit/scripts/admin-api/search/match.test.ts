import { describe, expect, test } from 'vitest'
import { matchPinyin, matchTexts, matchTitles } from '#scripts/admin-api/modules/search/match.ts'
import { readQuery } from '#scripts/admin-api/modules/search/segment.ts'

const oneOf = (...tokens: string[]) => ({ kind: 'one_of', tokens })
const prefix = (text: string) => ({ kind: 'prefix', text })

describe('matchTitles', () => {
  test.each([
    ['茶馆', [oneOf('茶馆')]],
    ['茶', [oneOf('茶')]],
    ['牡丹亭', [oneOf('牡丹'), oneOf('丹亭')]],
    ['Tea house', [prefix('tea'), prefix('house')]],
    ['NEAR OR "x"', [prefix('near'), prefix('or'), prefix('x')]],
    ['*-"(', null],
  ])('reads %j', (query, matches) => {
    expect(matchTitles(readQuery(query).terms)).toEqual(matches)
  })

  test('takes any of several words', () => {
    const terms = [{ type: 'words', texts: ['hamlet', 'hamlets'] }] as const
    expect(matchTitles(terms)).toEqual([oneOf('hamlet', 'hamlets')])
  })
})

describe('matchTexts', () => {
  test('leaves lone letters and characters to titles', () => {
    expect(matchTexts(readQuery('茶').terms)).toBeNull()
    expect(matchTexts(readQuery('swan l').terms)).toBeNull()
    expect(matchTexts(readQuery('swan la').terms)).toEqual([prefix('swan'), oneOf('la')])
  })
})

describe('matchPinyin', () => {
  test('reads one word as pinyin or initials, several as syllables', () => {
    expect(matchPinyin(['cg'])).toEqual([[prefix('cg')], [prefix('.cg')]])
    expect(matchPinyin(['cha', 'guan'])).toEqual([
      [prefix('cha'), prefix('guan')],
      [prefix('chaguan')],
    ])
  })

  test.each([[[]], [['a']], [['茶']], [['a1']]])('has no sound for %j', (words) => {
    expect(matchPinyin(words)).toBeNull()
  })
})
