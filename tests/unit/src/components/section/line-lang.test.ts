import { expect, test } from 'vitest'
import { langOfLine } from '#components/section/line-lang.ts'

test.each([
  ['A play in three acts', 'en'],
  ['契诃夫四幕喜剧', 'zh-CN'],
  ['Чайка', 'en'],
  ['', 'en'],
])('%s is marked as %s', (line, lang) => {
  expect(langOfLine(line)).toBe(lang)
})
