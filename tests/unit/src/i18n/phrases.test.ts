import { describe, expect, test } from 'vitest'
import { splitClauses, splitPhrases } from '#i18n/phrases.ts'

describe('splitPhrases', () => {
  test.each([
    ['唱满一座园子', '唱满|一座|园子'],
    ['《茶馆》开门', '《茶馆》|开门'],
    ['《哈姆雷特》当日票：', '《哈姆雷特》|当日票：'],
    ['第一百个杜丽娘', '第一百个|杜丽娘'],
    ['这一页不在节目单上', '这一页|不在|节目|单上'],
    ['一九三五年的旅行', '一九三五年的|旅行'],
    ['茶馆', '茶馆'],
    ['The Peony Pavilion', 'The Peony Pavilion'],
  ])('splits %s into %s', (text, phrases) => {
    expect(splitPhrases(text).join('|')).toBe(phrases)
  })

  test.each(['开票比所有人早两天。', '屏幕挪了三次', '再试一次就好了', '灯光实验室换上了 LED'])(
    'keeps every character of %s and leaves none alone',
    (text) => {
      const phrases = splitPhrases(text)
      expect(phrases.join('')).toBe(text)
      for (const phrase of phrases) expect(phrase).not.toMatch(/^\p{Script=Han}[^\p{L}]*$/u)
    },
  )
})

test.each([
  ['一句，唱满一座园子', '一句，|唱满一座园子'],
  ['他说“走吧。”然后走了', '他说“走吧。”然后走了'],
  ['Nine People, Their Own Silk', 'Nine People, Their Own Silk'],
])('breaks %s into the clauses %s', (text, clauses) => {
  expect(splitClauses(text).join('|')).toBe(clauses)
})
