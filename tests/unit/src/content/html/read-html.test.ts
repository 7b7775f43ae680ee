import { describe, expect, test } from 'vitest'
import { readHtml } from '#content/html/read-html.ts'

const text = (value: string) => ({ type: 'text', text: value })

describe('readHtml', () => {
  test('converts HTML to blocks of every kind that it can express', { tags: ['S1.07'] }, () => {
    const { blocks } = readHtml(`
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
    expect(blocks[2]).toMatchObject({ items: [[text('一')], [text('二')]] })
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
    expect(readHtml(html).blocks).toEqual([])
  })

  test('keeps the text of a link with a refused URL', () => {
    expect(readHtml('<p><a href="javascript:alert(1)" onclick="x()">读</a></p>').blocks).toEqual([
      { type: 'paragraph', content: [text('读')] },
    ])
    expect(readHtml('<p><a href="//evil.example">读</a></p>').blocks).toEqual([
      { type: 'paragraph', content: [text('读')] },
    ])
  })

  test.each(['/x', '#x', 'http://a.example/', 'mailto:a@a.example', 'tel:+862112345678'])(
    'keeps a link to %s',
    (href) => {
      expect(readHtml(`<a href="${href}">a</a>`).blocks).toEqual([
        { type: 'paragraph', content: [{ type: 'link', text: 'a', href }] },
      ])
    },
  )

  test('keeps the spaces at the ends of a link between the words around it', () => {
    const link = { type: 'link', text: 'the programme', href: '/x' }
    const { blocks } = readHtml(
      '<p>See<a href="/x"> the programme </a>for<a href="/x"> </a>all</p>',
    )
    expect(blocks).toEqual([{ type: 'paragraph', content: [text('See '), link, text(' for all')] }])
    expect(readHtml('<p><a href="/x"> the programme </a></p>').blocks).toEqual([
      { type: 'paragraph', content: [link] },
    ])
  })

  test('keeps single no-break spaces, and collapses runs of spaces', () => {
    const { blocks } = readHtml(
      '<h2>10&nbsp;km</h2><p> 10&nbsp;km,<b> 8&nbsp;am</b>&nbsp; and&nbsp;<br>\n&nbsp;<a href="/x">&nbsp;No.&nbsp;1&nbsp;</a>or</p>',
    )
    expect(blocks).toEqual([
      { type: 'heading', level: 2, text: '10\u00A0km' },
      {
        type: 'paragraph',
        content: [
          text('10\u00A0km,'),
          { type: 'strong', text: ' 8\u00A0am' },
          text(' and\n'),
          { type: 'link', text: 'No.\u00A01', href: '/x' },
          text('\u00A0or'),
        ],
      },
    ])
  })

  test('reads a line break of the source as a space', () => {
    const { blocks } = readHtml('<h2>One\ntwo</h2><p>one\ntwo <b>three\nfour</b></p>')
    expect(blocks).toEqual([
      { type: 'heading', level: 2, text: 'One two' },
      {
        type: 'paragraph',
        content: [text('one two '), { type: 'strong', text: 'three four' }],
      },
    ])
  })

  test('reads the address of a link without spaces around it', () => {
    expect(readHtml('<p><a href=" https://a.example/b\n">b</a></p>').blocks).toEqual([
      { type: 'paragraph', content: [{ type: 'link', text: 'b', href: 'https://a.example/b' }] },
    ])
  })

  test.each([
    ['width="640" height="400"', 640, 400],
    ['width="640px" height="399.6"', 640, 400],
    ['width="100%"', 1600, 1000],
    ['width="300"', 1600, 1000],
    ['width="auto" height="0"', 1600, 1000],
    ['width="100%" height="100%"', 1600, 1000],
    ['width="0" height="400"', 1600, 1000],
    ['width="640" height="0"', 1600, 1000],
  ])('reads the size of a picture in pixels from %s', (attributes, width, height) => {
    const { blocks } = readHtml(`<img src="/a.jpg" ${attributes}>`)
    expect(blocks).toMatchObject([{ image: { alt: '', width, height } }])
  })

  test('shows escaped markup as text', () => {
    expect(readHtml('<p>&lt;script&gt;</p>').blocks).toEqual([
      { type: 'paragraph', content: [text('<script>')] },
    ])
  })

  test('keeps tables with headings, spanned cells and captions', () => {
    const { blocks, losses } = readHtml(`
      <figure class="table"><table>
        <thead><tr><th>Price</th><th colspan="2">Evening</th></tr></thead>
        <tbody><tr><th rowspan="2">A</th><td>¥100</td><td rowspan="2"><b>¥80</b></td></tr><tr><td>x</td></tr>
        <tr> <th>B</th> <td colspan="2">y</td> </tr></tbody><tfoot><tr><th>C</th></tr></tfoot>
      </table><figcaption>Prices</figcaption></figure>`)
    const evening = [text('Evening')]
    const last = [{ type: 'strong', text: '¥80' }]
    expect(blocks).toEqual([
      {
        type: 'table',
        caption: 'Prices',
        head: [[text('Price')], evening, evening],
        row_heads: true,
        rows: [
          [[text('A')], [text('¥100')], last],
          [[text('A')], [text('x')], last],
          [[text('B')], [text('y')], [text('y')]],
          [[text('C')], [], []],
        ],
      },
    ])
    expect(losses).toEqual([])
  })

  test.each([
    ['<tr><th>a</th><th>b</th></tr>', 0, true],
    ['<tr><th>a</th><th>b</th></tr><tr><th>c</th><td>d</td></tr>', 2, true],
    ['<tr><th>a</th><td>b</td></tr><tr><th>c</th><td>d</td></tr>', 0, true],
    ['<tr><td>a</td><td>b</td></tr><tr><th>c</th><td>d</td></tr>', 0, false],
    ['<tr><td></td></tr><tr><th>a</th></tr><tr><td>b</td></tr>', 1, false],
  ])('reads the headings of the table %s', (rows, heads, row_heads) => {
    const { blocks } = readHtml(`<table>${rows}</table>`)
    expect(blocks).toMatchObject([{ head: { length: heads }, row_heads }])
  })

  test('separates the cells of a table that is shown as text', () => {
    const table =
      '<table><tr><th>Mon</th><td>10:00</td></tr><tr><th>Tue</th><td>11:00</td></tr></table>'
    expect(readHtml(`<ul><li>${table}</li></ul><blockquote>${table}</blockquote>`).blocks).toEqual([
      { type: 'list', style: 'bulleted', items: [[text('Mon\n10:00\nTue\n11:00')]] },
      { type: 'quote', text: 'Mon 10:00 Tue 11:00', source: null },
    ])
  })

  test('reads the caption of a table itself, and ignores invalid spans', () => {
    const { blocks } = readHtml(
      '<figure><table><caption>Own</caption><tr><td colspan="x">a</td><td rowspan="0">b</td>' +
        '</tr></table><figcaption>Outer</figcaption></figure>',
    )
    expect(blocks).toMatchObject([{ caption: 'Own', rows: [[[text('a')], [text('b')]]] }])
  })

  test.each([
    ['inside an item', '<ul><li>one<ol><li>nested</li></ol></li><li>two</li></ul>'],
    ['beside an item', '<ul><li>one</li><ol><li>nested</li></ol><li>two</li></ul>'],
  ])('keeps a nested list %s', (_, html) => {
    expect(readHtml(html)).toEqual({
      blocks: [
        {
          type: 'nested_list',
          style: 'bulleted',
          items: [
            {
              content: [text('one')],
              list: { style: 'numbered', items: [{ content: [text('nested')], list: null }] },
            },
            { content: [text('two')], list: null },
          ],
        },
      ],
      losses: [],
    })
  })

  test.each([
    ['h1', 2],
    ['h2', 2],
    ['h3', 3],
    ['h4', 3],
    ['h5', 3],
    ['h6', 3],
  ])('reads <%s> as a heading of level %i', (tag, level) => {
    expect(readHtml(`<${tag}>a</${tag}>`).blocks).toEqual([{ type: 'heading', level, text: 'a' }])
  })

  test('reads no blocks from elements without text', () => {
    expect(
      readHtml(
        '<h2> </h2><h4></h4><blockquote><br></blockquote><ul></ul><ol><li></li></ol><table></table>',
      ).blocks,
    ).toEqual([])
  })

  test('separates the lines of headings and quotes with spaces, and those of items with breaks', () => {
    const { blocks } = readHtml(
      '<h4>One<br>two</h4><blockquote><p>One</p><p>two</p></blockquote>' +
        '<ul><li></li><li><p>One</p><p><i>two</i></p></li></ul>',
    )
    expect(blocks).toEqual([
      { type: 'heading', level: 3, text: 'One two' },
      { type: 'quote', text: 'One two', source: null },
      {
        type: 'list',
        style: 'bulleted',
        items: [[text('One\n'), { type: 'emphasis', text: 'two' }]],
      },
    ])
  })

  test('keeps a nested list inside divs, their lines, and its pictures', () => {
    const { blocks } = readHtml(
      '<ul><li>one<div><div>more<ol><li>two <img src="/a.jpg"></li></ol></div></div></li></ul>',
    )
    expect(blocks).toMatchObject([
      {
        items: [
          { content: [text('one\nmore')], list: { style: 'numbered', items: [{ list: null }] } },
        ],
      },
      { type: 'image' },
    ])
  })

  test('keeps text and several nested lists beside the items of a list', () => {
    const { blocks } = readHtml(
      '<ul>Bring <b>your</b> own:<li>shoes</li><ul><li>soft</li></ul><ol><li>flat</li></ol></ul>',
    )
    expect(blocks).toMatchObject([
      {
        items: [
          {
            content: [text('Bring '), { type: 'strong', text: 'your' }, text(' own:')],
            list: null,
          },
          { content: [text('shoes')], list: { items: [{ content: [text('soft')] }] } },
          { content: [], list: { items: [{ content: [text('flat')] }] } },
        ],
      },
    ])
  })

  test('keeps the texts before and after a nested list apart', () => {
    const { blocks } = readHtml('<ul><li>Bring:<ul><li>shoes</li></ul>Lockers are free.</li></ul>')
    expect(blocks).toMatchObject([{ items: [{ content: [text('Bring:\nLockers are free.')] }] }])
  })

  test('keeps the marks and links around a nested list', () => {
    const { blocks } = readHtml(
      '<ul><li><b>Bring<ul><li>shoes</li></ul></b><a href="/x">more<ul><li>socks</li></ul></a></li></ul>',
    )
    const content = [
      { type: 'strong', text: 'Bring' },
      text('\n'),
      { type: 'link', text: 'more', href: '/x' },
    ]
    const items = [{ content: [text('shoes')] }, { content: [text('socks')] }]
    expect(blocks).toMatchObject([{ items: [{ content, list: { items } }] }])
  })

  test('reads no nested list without text', () => {
    expect(readHtml('<ul><li>shoes<ul><li><br></li></ul></li></ul>').blocks).toEqual([
      { type: 'list', style: 'bulleted', items: [[text('shoes')]] },
    ])
  })

  test('flattens lists below the third level and reports it', () => {
    const { blocks, losses } = readHtml(
      '<ul><li>1<ul><li>2<ul><li>3<ul><li>4<ul><li>5</li><li></li></ul></li></ul></li></ul></li></ul></li></ul>',
    )
    expect(blocks).toMatchObject([
      {
        items: [
          {
            list: {
              items: [
                { list: { items: ['3', '4', '5'].map((one) => ({ content: [text(one)] })) } },
              ],
            },
          },
        ],
      },
    ])
    expect(losses).toEqual(['lists nested more than 3 deep (shown on level 3)'])
  })

  test('keeps pictures inside any element', () => {
    const picture = '<img src="/a.jpg" alt="">'
    const { blocks } = readHtml(
      `<p><a href="/x">${picture}</a></p><ul><li>item ${picture}</li></ul>` +
        `<table><tr><td>cell ${picture}</td></tr></table><div>text ${picture}</div>`,
    )
    expect(blocks.map(({ type }) => type)).toEqual(
      'image list image table image paragraph image'.split(' '),
    )
  })

  test('keeps pictures inside headings', () => {
    expect(
      readHtml('<h2><img src="/a.jpg"> Title</h2><h3><img src="/b.jpg"></h3>').blocks,
    ).toMatchObject([
      { type: 'heading', level: 2, text: 'Title' },
      { type: 'image', image: { url: '/a.jpg' } },
      { type: 'image', image: { url: '/b.jpg' } },
    ])
  })

  test('keeps the captions of figures inside a figure, and text beside a picture', () => {
    const { blocks } = readHtml(
      '<figure><figure><img src="/a.jpg"><figcaption>A</figcaption></figure>' +
        '<figure><img src="/b.jpg"><figcaption>B</figcaption></figure><figcaption>Both</figcaption></figure>' +
        '<figure><img src="http://a.example/c.jpg"><p>Photograph: C</p></figure>' +
        '<figure><figcaption>Alone</figcaption></figure>',
    )
    expect(blocks).toMatchObject([
      { image: { url: '/a.jpg' }, caption: 'A' },
      { image: { url: '/b.jpg' }, caption: 'B' },
      { type: 'paragraph', content: [text('Both')] },
      { image: { url: 'http://a.example/c.jpg' }, caption: null },
      { type: 'paragraph', content: [text('Photograph: C')] },
      { type: 'paragraph', content: [text('Alone')] },
    ])
  })

  test.each(['article', 'dt', 'pre', 'form'])('shows <%s> as a paragraph of its own', (tag) => {
    expect(readHtml(`one<${tag}>two</${tag}>three`).blocks).toEqual(
      ['one', 'two', 'three'].map((line) => ({ type: 'paragraph', content: [text(line)] })),
    )
  })

  test('keeps inline marks of a div in one paragraph, and line breaks', () => {
    expect(readHtml('<div>one <b>two</b><br>three<p>four</p></div>').blocks).toEqual([
      {
        type: 'paragraph',
        content: [text('one '), { type: 'strong', text: 'two' }, text('\nthree')],
      },
      { type: 'paragraph', content: [text('four')] },
    ])
  })

  test.each<[string, string[]]>([
    ['<iframe src="https://v.example/1"></iframe>', ['<iframe src="https://v.example/1">']],
    ['<video src="/a.mp4"><source src="/a.mp4">text</video>', ['<video src="/a.mp4">']],
    ...['sub', 'sup', 's', 'strike', 'del', 'pre'].map((tag): [string, string[]] => [
      `<${tag}>2</${tag}>`,
      [`<${tag}> (shown as plain text)`],
    ]),
    ['<svg><path d="M0 0"/></svg><hr>', ['<svg>', '<hr>']],
    ['<img src="data:image/png;base64,AAAA">', ['<img> without an address that can be loaded']],
    ['<a href="list.pdf">a</a>', ['<a href="list.pdf"> (shown as plain text)']],
    ['<a name="x"><b>a</b></a> <a href="/x">b</a> <a href="#y">c</a> <a href="">d</a>', []],
    ['<p><span style="x">a</span> <u>b</u></p>', []],
    ['<article><p>a<o:p></o:p></p></article> <a href=" /x ">b</a>', []],
    ['<video src="/a.mp4"><source><embed src="/b.swf"></video>', ['<video src="/a.mp4">']],
    [
      '<del><hr></del><a href="list.pdf"><iframe src="/b"></iframe></a>',
      [
        '<del> (shown as plain text)',
        '<hr>',
        '<a href="list.pdf"> (shown as plain text)',
        '<iframe src="/b">',
      ],
    ],
    ['<object data="/a.swf"></object>', ['<object src="/a.swf">']],
    ['<ul><li>1<ul><li>2<ul><li>3</li></ul></li></ul></li></ul>', []],
    [
      '<ul><li><table><tr><td>a</td></tr></table></li></ul>',
      ['<table> inside a list (shown as text)'],
    ],
    [
      '<table><tr><td><table><tr><td>a</td></tr></table></td></tr></table>',
      ['<table> inside a table (shown as text)'],
    ],
  ])('reports what %s loses', (html, expected) => {
    expect(readHtml(html).losses).toEqual(expected)
  })

  test.each(['b', 'div', 'ul><li', 'table><tr><td', 'blockquote', 'span'])(
    'reads 2,000 nested <%s> without a stack overflow',
    (tags) => {
      const { blocks, losses } = readHtml(`${`<${tags}>`.repeat(2000)}deep`)
      expect(JSON.stringify(blocks)).toContain('deep')
      expect(losses).toContain('tags nested more than 40 deep')
    },
  )
})
