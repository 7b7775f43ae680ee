import { describe, expect, test } from 'vitest'
import { readRichText } from '#content/rich-text.ts'

const text = (value: string) => ({ type: 'text', text: value })

describe('rich text of an editor', () => {
  test('becomes blocks of every kind that HTML can say [S1.07]', () => {
    const blocks = readRichText(`
      <h1>标题</h1>
      <p>一段<strong>重</strong>与<em>轻</em>，<a href="/course/home">去看课</a></p>
      <ul><li>一</li><li>二</li></ul>
      <ol><li>三</li></ol>
      <blockquote><p>一句话</p></blockquote>
      <figure><img src="https://cdn.example/a.jpg" alt="图" width="800" height="600"><figcaption>说明</figcaption></figure>
    `)
    expect(blocks.map(({ type }) => type)).toEqual([
      'heading',
      'paragraph',
      'list',
      'list',
      'quote',
      'image',
    ])
    expect(blocks[1]).toEqual({
      type: 'paragraph',
      content: [
        text('一段'),
        { type: 'strong', text: '重' },
        text('与'),
        { type: 'emphasis', text: '轻' },
        text('，'),
        { type: 'link', text: '去看课', href: '/course/home' },
      ],
    })
    expect(blocks[5]).toMatchObject({
      caption: '说明',
      image: { url: 'https://cdn.example/a.jpg', alt: '图', width: 800, height: 600 },
    })
  })

  test.each([
    '<script>alert(1)</script>',
    '<style>p{display:none}</style>',
    '<iframe src="https://evil.example"></iframe>',
    '<svg onload="alert(1)"></svg>',
    '<img src="javascript:alert(1)">',
    '<object data="x"></object>',
  ])('drops %s', (html) => {
    expect(readRichText(html)).toEqual([])
  })

  test('keeps the words of a link whose address is refused', () => {
    expect(readRichText('<p><a href="javascript:alert(1)" onclick="x()">读</a></p>')).toEqual([
      { type: 'paragraph', content: [text('读')] },
    ])
    expect(readRichText('<p><a href="//evil.example">读</a></p>')).toEqual([
      { type: 'paragraph', content: [text('读')] },
    ])
  })

  test('shows markup that somebody wrote as text as text', () => {
    expect(readRichText('<p>&lt;script&gt;</p>')).toEqual([
      { type: 'paragraph', content: [text('<script>')] },
    ])
  })
})
