import { describe, expect, test } from 'vitest'
import { clipSentence, findExcerpt } from '#scripts/admin-api/modules/search/excerpt.ts'
import { readQuery } from '#scripts/admin-api/modules/search/segment.ts'

const find = (query: string, ...texts: string[]) =>
  findExcerpt([{ lang: 'zh-cn', texts }], readQuery(query).terms)

describe('findExcerpt', () => {
  test('returns the matching sentence with its marks', () => {
    expect(find('裕泰', '老舍写的戏。故事在裕泰茶馆里发生。')).toEqual({
      lang: 'zh-cn',
      is_title: false,
      text: '故事在裕泰茶馆里发生。',
      marks: [[3, 5]],
    })
  })

  test('includes the opening quotes of a sentence', () => {
    expect(find('茶馆', '她笑了。《茶馆》里第三幕那个凳子。')?.text).toBe(
      '《茶馆》里第三幕那个凳子。',
    )
    expect(find('tea', 'She laughed. (Then there is tea.) “No.”')?.text).toBe(
      '(Then there is tea.)',
    )
  })

  test('prefers a sentence that matches every word', () => {
    expect(find('red chair', 'A red door. One red chair stays empty.')?.text).toBe(
      'One red chair stays empty.',
    )
  })

  test('matches short words as a whole, longer ones by prefix', () => {
    const sentence = 'Our teachers drink coffee in the long interval between two rehearsals.'
    expect(find('tea', sentence)).toBeNull()
    expect(find('teach', sentence)?.marks).toEqual([[4, 9]])
    expect(find('tea', 'Then there is tea.')?.marks).toEqual([[14, 17]])
  })

  test('matches names by prefix', () => {
    expect(find('tea', 'Teacher · He Yan')?.marks).toEqual([[0, 3]])
  })

  test('falls back to the other language if the first has no match', () => {
    const sources = [
      { lang: 'zh-cn' as const, texts: ['园子里的夜'] },
      { lang: 'en' as const, texts: ['A night in the garden'] },
    ]
    expect(findExcerpt(sources, readQuery('garden').terms)?.lang).toBe('en')
    expect(findExcerpt(sources, readQuery('园子').terms)?.lang).toBe('zh-cn')
    expect(findExcerpt(sources, readQuery('海').terms)).toBeNull()
  })
})

describe('clipSentence', () => {
  const text = 'one two three four five six seven eight nine ten eleven twelve'

  test('returns a sentence that fits unchanged', () => {
    expect(clipSentence(text, [[0, 3]], 100)).toEqual({ text, marks: [[0, 3]] })
  })

  test('cuts no rare character or emoji in two', () => {
    const rare = `字${'𬍛'.repeat(60)}茶${'𬍛'.repeat(60)}`
    const at = rare.indexOf('茶')
    for (const max of [59, 60]) {
      const clipped = clipSentence(rare, [[at, at + 1]], max)
      expect(clipped.text).toMatch(/^…𬍛+茶𬍛+…$/u)
      const [start, end] = clipped.marks[0] ?? [0, 0]
      expect(clipped.text.slice(start, end)).toBe('茶')
    }
  })

  test('cuts between words and shifts the marks', () => {
    const at = text.indexOf('seven')
    const clipped = clipSentence(text, [[at, at + 5]], 24)
    expect(clipped.text).toMatch(/^…[a-z]+( [a-z]+)* ?…$/)
    const [start, end] = clipped.marks[0] ?? [0, 0]
    expect(clipped.text.slice(start, end)).toBe('seven')
  })
})
