import { expect, test } from 'vitest'
import { readAttributes, scanHtml } from '#integrations/fonts/scan-html.ts'

/** What a document says, a word for each thing. */
function scan(html: string): string[] {
  const told: string[] = []
  scanHtml(html, {
    open: (tag) => told.push(`<${tag}`),
    close: (name) => told.push(`/${name}`),
    text: (written) => told.push(written),
  })
  return told
}

test.each([
  ['<p>一</p>', ['<p', '一', '/p']],
  ['<a title="a > b">x</a>', ['<a title="a > b"', 'x', '/a']],
  ['<a title=\'it says "so"\'>x</a>', ['<a title=\'it says "so"\'', 'x', '/a']],
  ['a<br>b<img src="/x" />c', ['a', '<br', '/br', 'b', '<img src="/x" /', '/img', 'c']],
  ['<script>if (a < b) "</p>"</script>t', ['<script', '/script', 't']],
  ['<svg><path d="x"></svg>t', ['<svg', '/svg', 't']],
  ['<!doctype html><!-- <p> --><i>t', ['<i', 't']],
])('reads %s', (html, told) => {
  expect(scan(html)).toEqual(told)
})

test('reads attributes as they are written, the first of a name', () => {
  expect(readAttributes('a class="x y" href=/z data-on title=\'q "q"\' class="late"', 'a')).toEqual(
    {
      class: 'x y',
      href: '/z',
      'data-on': '',
      title: 'q "q"',
    },
  )
})
