import { expect, test } from 'vitest'
import { replaceAll } from '#content/spans.ts'

test('puts other words in the place of each part', () => {
  const spans = [
    { start: 0, end: 3 },
    { start: 8, end: 11 },
  ]
  expect(replaceAll('one and two', spans, '{}')).toBe('{} and {}')
  expect(replaceAll('one and two', [], '{}')).toBe('one and two')
})

test('leaves out what lies within another part, in whatever order they are given', () => {
  const spans = [
    { start: 5, end: 7 },
    { start: 4, end: 8 },
    { start: 0, end: 4 },
  ]
  expect(replaceAll('one and two', spans, '')).toBe('two')
})
