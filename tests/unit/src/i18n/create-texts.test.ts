import { expect, test } from 'vitest'
import { createTexts } from '#i18n/create-texts.ts'

const zh = { search: { more_label: '{{kind}}中另外 {{count}} 项结果' } }
const en = {
  search: {
    more_label: 'The {{count}} results in {{kind}}',
    more_label_one: 'The {{count}} result in {{kind}}',
  },
}
const key = 'search:more_label'

test('inserts values and keeps placeholders without a value', () => {
  const t = createTexts(en)
  expect(t(key, { kind: 'News', count: 3 })).toBe('The 3 results in News')
  expect(t(key, { kind: 'News' })).toBe('The {{count}} results in News')
})

test('uses the singular for a count of one if the language has one', () => {
  expect(createTexts(en)(key, { kind: 'News', count: 1 })).toBe('The 1 result in News')
  expect(createTexts(en)(key, { kind: 'News', count: 10 })).toBe('The 10 results in News')
  expect(createTexts(zh)(key, { kind: '新闻', count: 1 })).toBe('新闻中另外 1 项结果')
})
