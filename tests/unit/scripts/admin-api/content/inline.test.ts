import { describe, expect, test } from 'vitest'
import { readInline, readParagraphs } from '#scripts/admin-api/content/inline.ts'

const text = (value: string) => ({ type: 'text', text: value })
const strong = (value: string) => ({ type: 'strong', text: value })
const emphasis = (value: string) => ({ type: 'emphasis', text: value })
const link = (value: string, href: string) => ({ type: 'link', text: value, href })

describe('readInline', () => {
  test.each([
    ['plain', [text('plain')]],
    ['a **b** c', [text('a '), strong('b'), text(' c')]],
    ['a *b* c', [text('a '), emphasis('b'), text(' c')]],
    ['[*Hamlet*](/drama/detail?id=1)!', [link('Hamlet', '/drama/detail?id=1'), text('!')]],
    ['**a *b* c**', [strong('a b c')]],
    ['看**《茶馆》**的人', [text('看'), strong('《茶馆》'), text('的人')]],
    ['“*《雷雨》*”说', [text('“'), emphasis('《雷雨》'), text('”说')]],
    ['1937. It was winter', [text('1937. It was winter')]],
    ['# no heading', [text('# no heading')]],
    ['- no list', [text('- no list')]],
    ['<b>no html</b> & <3', [text('<b>no html</b> & <3')]],
    ['`no code`', [text('`no code`')]],
    ['60 * 2 * 2 cm', [text('60 * 2 * 2 cm')]],
    ['5* hotel, ** free ** entry', [text('5* hotel, ** free ** entry')]],
    ['80元\\*起，学生半价\\*', [text('80元*起，学生半价*')]],
    ['**80\\***，*半价\\**', [strong('80*'), text('，'), emphasis('半价*')]],
    ['', []],
  ])('parses %j', (markdown, spans) => {
    expect(readInline(markdown)).toEqual(spans)
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', '/\\\\evil', 'relative'])(
    'refuses a link to %s',
    (href) => {
      expect(() => readInline(`[x](${href})`)).toThrow('expected a path')
    },
  )
})

describe('readParagraphs', () => {
  test('starts a new paragraph after a blank line', () => {
    expect(readParagraphs('one\n\ntwo **three**')).toEqual([
      [text('one')],
      [text('two '), strong('three')],
    ])
  })
})
