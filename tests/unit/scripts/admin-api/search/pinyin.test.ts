import { describe, expect, test } from 'vitest'
import { listSyllables, listPinyinForms } from '#scripts/admin-api/modules/search/pinyin.ts'

describe('listSyllables', () => {
  test.each([
    ['茶馆', ['cha', 'guan']],
    ['茶館 Tea', ['cha', 'guan']],
    ['绿', ['lu']],
    ['Hamlet 1', []],
  ])('lists the syllables of %j', (text, syllables) => {
    expect(listSyllables(text)).toEqual(syllables)
  })
})

describe('listPinyinForms', () => {
  test('lists pinyin and initials from each syllable on', () => {
    expect(listPinyinForms('牡丹亭')).toEqual({
      whole: ['mudanting', 'mdt'],
      pinyin: ['mudanting', 'danting', 'ting'],
      initials: ['mdt', 'dt', 't'],
    })
  })

  test('includes both readings of a character with two', () => {
    const { whole } = listPinyinForms('长生殿')
    expect(whole).toContain('changshengdian')
    expect(whole).toContain('zhangshengdian')
  })

  test('ignores punctuation between characters', () => {
    expect(listPinyinForms('表演：基础').whole).toContain('biaoyanjichu')
  })
})
