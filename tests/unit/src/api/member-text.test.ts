import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanLine, cleanText } from '#api/member-text.ts'
import { anyText } from '#tests/support/any-text.ts'

describe('cleanLine', () => {
  test.each([
    ['Lin\u0000 An', 'Lin An'],
    ['\u001b[31mred', '[31mred'],
    ['\u202egnp.exe', 'gnp.exe'],
    ['a\u2066b\u2069c\u200f', 'abc'],
    ['two\r\nlines\tof\u2028text', 'two lines of text'],
    ['e\u0301', 'é'],
    ['e\u200b\u0301', 'é'],
    ['\ud800x', 'x'],
    ['\u200b \u200d\ufe0f', ''],
    ['\u3164', ''],
    ['\u{e0067}\u{e007f} \u2800', ''],
    ['  林　安  ', '林 安'],
  ])('cleans %j to %j', (line, clean) => expect(cleanLine(line)).toBe(clean))

  test.each(['👩‍👩‍👧‍👦', '👍🏽', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤️', '🏳️‍🌈', '𠮷野家', 'नमस्‍ते', 'שלום', 'O’Neill-陈'])(
    'leaves %s unchanged',
    (text) => expect(cleanLine(text)).toBe(text),
  )

  test('keeps 30 marks of a letter at most', () => {
    const marks = 'x' + '\u0301\u0316'.repeat(15_000)
    expect([...cleanLine(`${marks} y\u0301`)].length).toBe(1 + 30 + ' ý'.length)
  })

  test('is idempotent', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(cleanLine(cleanLine(text))).toBe(cleanLine(text))
        expect(cleanLine(text)).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
      }),
    )
  })
})

test('keeps the line breaks of a multi-line text', () => {
  expect(cleanText('one\r\n\r\ntwo\u0007\n  three \u202e')).toBe('one\n\ntwo\nthree')
})
