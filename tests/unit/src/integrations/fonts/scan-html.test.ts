import { expect, test } from 'vitest'
import { readAttributes, scanHtml } from '#integrations/fonts/scan-html.ts'

/** The scan events of a document, one string each. */
function scan(html: string): string[] {
  const events: string[] = []
  scanHtml(html, {
    open: (tag) => events.push(`<${tag}`),
    close: (name) => events.push(`/${name}`),
    text: (content) => events.push(content),
  })
  return events
}

test.each([
  ['<p>一</p>', ['<p', '一', '/p']],
  ['<a title="a > b">x</a>', ['<a title="a > b"', 'x', '/a']],
  ['<a title=\'it says "so"\'>x</a>', ['<a title=\'it says "so"\'', 'x', '/a']],
  ['a<br>b<img src="/x" />c', ['a', '<br', '/br', 'b', '<img src="/x" /', '/img', 'c']],
  ['<script>if (a < b) "</p>"</script>t', ['<script', '/script', 't']],
  ['<svg><path d="x"></svg>t', ['<svg', '/svg', 't']],
  ['<!doctype html><!-- <p> --><i>t', ['<i', 't']],
])('scans %s', (html, events) => {
  expect(scan(html)).toEqual(events)
})

test('reads attributes verbatim, the first of each name', () => {
  expect(readAttributes('a class="x y" href=/z data-on title=\'q "q"\' class="late"', 'a')).toEqual(
    {
      class: 'x y',
      href: '/z',
      'data-on': '',
      title: 'q "q"',
    },
  )
})
