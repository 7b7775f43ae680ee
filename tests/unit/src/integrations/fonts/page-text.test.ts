import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readPageText } from '#integrations/fonts/page-text.ts'
import { WEIGHTS } from '#integrations/fonts/typefaces.ts'

const SHEET = `
@layer reset, tokens, type, primitives;
@layer reset {
  body { font: 400 1rem / 1.75 var(--serif) }
  h1, h2 { font-weight: 900 }
  button, input { font: inherit }
}
@layer type {
  :is(h1, h2):lang(en) { font-family: var(--display); font-weight: 600 }
  .latin { font: italic 500 1em/1.2 var(--display) }
  .numeral { font-family: var(--numeral); font-weight: 500 }
}
@layer primitives { .stamp { font-weight: 900 } }
.card > h2[data-x] { font-weight: 600 }
.tab[aria-current] { font-weight: 500 }
.tab:hover { font-weight: 700 }
.more::after { content: '→'; font-weight: 300 }
.more { .deep & { font-weight: 300 } }
@media (width <= 767px) { .wide { font-weight: 200 } }
@media print { p { font-weight: 900 } }
`

/** The characters of a body as one string per face. */
function read(body: string, lang = 'zh-CN', sheet = SHEET): Record<string, string> {
  const html = `<html lang="${lang}"><head><link rel="stylesheet" href="/a.css"><title>题</title></head><body>${body}</body></html>`
  const text = readPageText(html, (href) => (href === '/a.css' ? sheet : ''))
  return Object.fromEntries([...text].map(([face, characters]) => [face, [...characters].join('')]))
}

test.each([
  ['<p>正文</p>', { 'serif-400': '正文' }],
  ['<h1>大</h1><p>小</p>', { 'serif-900': '大', 'serif-400': '小' }],
  [
    '<div class="card"><h2 data-x>卡</h2></div><h2>幕</h2>',
    { 'serif-600': '卡', 'serif-900': '幕' },
  ],
  ['<p>一<b>二</b></p>', { 'serif-400': '一', 'serif-700': '二' }],
  ['<p class="stamp latin">A</p>', { 'display-600': 'A' }],
  ['<script>一</script><svg><text>二</text></svg><p>三</p>', { 'serif-400': '三' }],
  [
    '<b title="a > b">一<br>二</b><!-- 三 --><p>&#22235;',
    { 'serif-700': '一二', 'serif-400': '四' },
  ],
  ['<style>p { font-weight: 600 }</style><p>一</p>', { 'serif-600': '一' }],
  ['<p>一\u{1f600}</p>', { 'serif-400': '一' }],
  ['<select><option value="值">选</option></select>', { 'serif-400': '选' }],
  ['<button>按</button><input placeholder="填" value="好">', { 'serif-400': '按填好' }],
])('groups the characters of %s by weight', (body, faces) => {
  expect(read(body)).toEqual(faces)
})

const A = '<p id="i" class="a b" data-x="one-two">一</p>'

test.each([
  // Combinators
  ['.c + .b { font-weight: 600 }', `${A}<p class="c">二</p>${A}`, { 400: '一二', 600: '一' }],
  ['.c ~ .b { font-weight: 600 }', `<p class="c"></p><p></p>${A}`, { 600: '一' }],
  ['.c > .b { font-weight: 600 }', `<div class="c"><i>${A}</i></div>`, { 400: '一' }],
  [':root > p { font-weight: 600 }', A, { 400: '一' }],
  [':root p { font-weight: 600 }', A, { 600: '一' }],
  // Values
  ['.a { font: 1rem var(--serif) }', `<b class="a">一</b>`, { 400: '一' }],
  ['.a { font: bold 1rem var(--serif) }', A, { 700: '一' }],
  ['.a { font-weight: bolder }', A, { 700: '一' }],
  ['.a { font-weight: normal }', `<b class="a">一</b>`, { 400: '一' }],
  ['.a { font-weight: inherit }', `<h4>二<b class="a">一</b></h4>`, { 700: '二一' }],
  ['.a { font-weight: 100 }', A, { 200: '一' }],
  ['.a { font-weight: 800 }', A, { 900: '一' }],
  // Generated text
  ['.a::before { content: "\\2192  \\4e8c" }', A, { 400: '→二一' }],
  ['.a:after { content: "二"; font-weight: 600 }', A, { 400: '一', 600: '二' }],
  ['.a:before { content: "二"; font-weight: 600 }', A, { 400: '一', 600: '二' }],
  // Precedence
  ['.a { font-weight: 600 } .b { font-weight: 700 }', A, { 700: '一' }],
  ['.b { font-weight: 600 } .a { font-weight: 700 }', A, { 700: '一' }],
  ['.a.b { font-weight: 600 } .b { font-weight: 700 }', A, { 600: '一' }],
  ['.a { font-weight: 600 } p { font-weight: 700 }', A, { 600: '一' }],
  ['#i { font-weight: 600 } .a.b.b { font-weight: 700 }', A, { 600: '一' }],
  [':is(.a, #x) { font-weight: 600 } .a { font-weight: 700 }', A, { 600: '一' }],
  [':where(.a.b) { font-weight: 600 } p { font-weight: 700 }', A, { 700: '一' }],
  [
    '@layer type { .a { font-weight: 600 } } @layer reset { #i { font-weight: 700 } }',
    A,
    { 600: '一' },
  ],
  ['.a { font-weight: 600 } @layer type { #i { font-weight: 700 } }', A, { 600: '一' }],
  // Conditions
  ['@container (width > 1px) { .a { font-weight: 600 } }', A, { 400: '一', 600: '一' }],
  ['@supports (x: y) { .a { font-weight: 600 } }', A, { 400: '一', 600: '一' }],
  ['.a:is(:checked, .x) { font-weight: 600 }', A, { 400: '一', 600: '一' }],
  ['.a:last-child { font-weight: 600 }', A, { 400: '一', 600: '一' }],
  ['.a:not(:last-child) { font-weight: 600 }', A, { 400: '一', 600: '一' }],
  ['.a:not(:hover, .other) { font-weight: 600 }', A, { 400: '一', 600: '一' }],
  ['.a:not(:has(b), .a) { font-weight: 600 }', A, { 400: '一' }],
  ['.a:has(b) { font-weight: 600 }', A, { 400: '一', 600: '一' }],
  ['@keyframes x { 50% { font-weight: 600 } }', A, { 400: '一' }],
  // Attributes and languages
  ['[data-x="one-two"] { font-weight: 600 }', A, { 600: '一' }],
  ['[data-x^="one"] { font-weight: 600 }', A, { 600: '一' }],
  ['[data-x$="two"] { font-weight: 600 }', A, { 600: '一' }],
  ['[data-x*="e-t"] { font-weight: 600 }', A, { 600: '一' }],
  ['[data-x|="one"] { font-weight: 600 }', A, { 600: '一' }],
  ['[data-x="one"], [data-x^="two"], [data-x$="one"] { font-weight: 600 }', A, { 400: '一' }],
  ['.a:not(.b) { font-weight: 600 }', `${A}<p class="a">二</p>`, { 400: '一', 600: '二' }],
  ['p:lang(zh) { font-weight: 600 }', `${A}<p lang="en">二</p>`, { 600: '一', 400: '二' }],
])('applies %s', (sheet, body, faces) => {
  expect(read(body, 'zh-CN', sheet)).toEqual(
    Object.fromEntries(Object.entries(faces).map(([weight, text]) => [`serif-${weight}`, text])),
  )
})

test.each(['b', 'strong', 'th', 'h4', 'h5', 'h6'])('shows <%s> in bold like a browser', (tag) => {
  expect(read(`<${tag}>一</${tag}>`)).toEqual({ 'serif-700': '一' })
})

test('orders the layers like the style sheets of the site', () => {
  const order = /@layer ([^;{]+);/.exec(readFileSync('src/styles/base.css', 'utf8'))?.[1] ?? ''
  const layers = order.split(',').map((name) => name.trim())
  expect(layers.length).toBeGreaterThan(2)
  const rules = layers.map((name, at) => `@layer ${name} { .a { font-weight: ${WEIGHTS[at]} } }`)
  for (const [at] of rules.entries()) {
    const sheet = rules.slice(0, at + 1).toReversed()
    expect(read(A, 'zh-CN', sheet.join(''))).toEqual({ [`serif-${WEIGHTS[at]}`]: '一' })
  }
})

test('includes the labels that live facts can show in an element', () => {
  const texts = {
    labels: { show: { few_left: { text: '仅剩' } }, course: { open: { text: '可约' } } },
    places: '余',
  }
  const script = `<script type="application/json" id="live-texts">${JSON.stringify(texts)}</script>`
  expect(read(`<b data-live="show:1">紧</b>${script}`)).toEqual({ 'serif-700': '仅剩紧' })
  expect(read(`<i data-live="course:1" data-counted></i>${script}`)).toEqual({
    'serif-400': '可约余',
  })
})

test('needs both weights for an element with conditional rules', () => {
  expect(read('<a class="tab">签</a>')).toEqual({ 'serif-400': '签', 'serif-700': '签' })
  expect(read('<a class="tab" aria-current="page">签</a>')).toEqual({
    'serif-500': '签',
    'serif-700': '签',
  })
  expect(read('<p class="wide">宽</p>')).toEqual({ 'serif-400': '宽', 'serif-200': '宽' })
})

test('reads generated content and nested rules, and ignores print styles', () => {
  expect(read('<p class="more">多</p>')).toEqual({ 'serif-400': '多', 'serif-300': '→' })
  expect(read('<div class="deep"><p class="more">多</p></div>')['serif-300']).toBe('→多')
})

test(
  'assigns Latin and digits to their own faces, and the serif to other characters',
  { tags: ['S9.19', 'S9.20'] },
  () => {
    expect(read('<p class="numeral">3月</p>')).toEqual({ 'numeral-500': '3', 'serif-500': '月' })
    expect(read('<p class="latin">Tea 馆</p>')).toEqual({
      'display-500i': 'Tea',
      'serif-500': '馆',
    })
    expect(read('<h1>Tea</h1>', 'en')).toEqual({ 'display-600': 'Tea' })
    expect(read('<p>“茶”</p>', 'en')).toEqual({ 'punctuation-400': '“”', 'serif-400': '茶' })
    for (const [weight, face] of [
      [500, 'punctuation-400'],
      [600, 'punctuation-600'],
    ]) {
      const sheet = `p { font-weight: ${weight} }`
      expect(read('<p>“</p>', 'en', sheet)).toEqual({ [String(face)]: '“' })
    }
    expect(read('<p>“茶”</p>')).toEqual({ 'serif-400': '“茶”' })
    for (const lang of ['en', 'zh-CN']) {
      expect(read('<p>Café 茶 <b>A1</b></p>', lang)).toEqual({
        'latin-400': 'Café',
        'serif-400': '茶',
        'latin-700': 'A1',
      })
    }
  },
)
