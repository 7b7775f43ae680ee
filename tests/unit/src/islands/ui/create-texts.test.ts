import { expect, test } from 'vitest'
import { createTexts } from '#islands/ui/create-texts.ts'

const zh = { pay: { hours: '{{count}} 课时', worth: '{{name}}：{{count}} 次' } }
const en = {
  pay: {
    hours: '{{count}} class hours',
    hours_one: '{{count}} class hour',
    worth: '{{name}}: {{count}} times',
  },
}

test('values are put in, and one that is not given stays to be seen', () => {
  const t = createTexts(en)
  expect(t('pay:worth', { name: 'A year', count: 3 })).toBe('A year: 3 times')
  expect(t('pay:worth', { name: 'A year' })).toBe('A year: {{count}} times')
})

test('a count of one is said as one where the language does', () => {
  expect(createTexts(en)('pay:hours', { count: 1 })).toBe('1 class hour')
  expect(createTexts(en)('pay:hours', { count: 10 })).toBe('10 class hours')
  expect(createTexts(en)('pay:worth', { name: 'A year', count: 1 })).toBe('A year: 1 times')
  expect(createTexts(zh)('pay:hours', { count: 1 })).toBe('1 课时')
})
