import { describe, expect, test } from 'vitest'
import { matchSound, matchTexts, matchTitles } from '#scripts/admin-api/modules/search/match.ts'
import { readQuery } from '#scripts/admin-api/modules/search/segment.ts'

describe('matchTitles', () => {
  test.each([
    ['茶馆', '"茶馆"'],
    ['茶', '"茶"'],
    ['牡丹亭', '"牡丹 丹亭"'],
    ['Tea house', '"tea" * AND "house" *'],
    ['NEAR OR "x"', '"near" * AND "or" * AND "x" *'],
    ['*-"(', null],
  ])('reads %j as %j', (query, match) => {
    expect(matchTitles(readQuery(query).terms)).toBe(match)
  })

  test('takes any of several words', () => {
    expect(matchTitles([{ type: 'words', texts: ['hamlet', 'hamlets'] }])).toBe(
      '("hamlet" OR "hamlets")',
    )
  })
})

describe('matchTexts', () => {
  test('leaves lone letters and characters to titles', () => {
    expect(matchTexts(readQuery('茶').terms)).toBeNull()
    expect(matchTexts(readQuery('swan l').terms)).toBeNull()
    expect(matchTexts(readQuery('swan la').terms)).toBe('"swan" * AND "la"')
  })
})

describe('matchSound', () => {
  test('reads one word as pinyin or initials, several as syllables', () => {
    expect(matchSound(['cg'])).toContain('{initials name_initials} : "cg" *')
    expect(matchSound(['cha', 'guan'])).toBe(
      '{pinyin name_pinyin} : (("cha" * AND "guan" *) OR "chaguan" *)',
    )
  })

  test.each([[[]], [['a']], [['茶']], [['a1']]])('has no sound for %j', (words) => {
    expect(matchSound(words)).toBeNull()
  })
})
