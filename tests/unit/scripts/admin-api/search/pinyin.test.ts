import { describe, expect, test } from 'vitest'
import { listSyllables, listPinyinForms } from '#scripts/admin-api/modules/search/pinyin.ts'

describe('listSyllables', () => {
  test.each([
    ['茶馆', ['cha', 'guan']],
    ['茶館 Tea', ['cha', 'guan']],
    ['绿', ['lu']],
    ['Hamlet 1', []],
  ])('reads %j', (text, syllables) => {
    expect(listSyllables(text)).toEqual(syllables)
  })
})

describe('listPinyinForms', () => {
  test('can be asked for from each syllable on, by pinyin and by initials', () => {
    expect(listPinyinForms('牡丹亭')).toEqual({
      whole: ['mudanting', 'mdt'],
      pinyin: ['mudanting', 'danting', 'ting'],
      initials: ['mdt', 'dt', 't'],
    })
  })

  test('knows both readings of a character that has two', () => {
    const { whole } = listPinyinForms('长生殿')
    expect(whole).toContain('changshengdian')
    expect(whole).toContain('zhangshengdian')
  })

  test('reads over marks between characters', () => {
    expect(listPinyinForms('表演：基础').whole).toContain('biaoyanjichu')
  })
})
