import { afterEach, expect, test, vi } from 'vitest'
import { showSite } from '#browser/show-site.ts'

/** An element with the properties in use; it has a `href` attribute if it is a link. */
const createElement = (textContent = '', href?: string) => ({
  textContent,
  href,
  getAttribute(name: string) {
    return name === 'href' ? (this.href ?? null) : null
  },
})
type Element = ReturnType<typeof createElement>

/** Shows links in a footer with prerendered ones. @returns text and address of each afterwards */
function showLinks(prerendered: Element[], links: { label: string; href: string }[]) {
  const list = {
    children: prerendered,
    replaceChildren: (...children: Element[]) => void (list.children = children),
  }
  const root = {
    createElement: () => createElement(),
    querySelector: (selector: string) => (selector.includes('links') ? list : null),
  } as unknown as Document
  const site = { foot_content: [], user_agreement_file: '', privacy_policy_file: '' }
  showSite(root, { site, links }, (href) => `/en${href}`)
  return list.children.map(({ textContent, href }) => [textContent, href])
}

const NEWS = { label: 'News', href: '/news/detail' }
const VENUES = { label: 'For venues', href: '/business/home' }

test('newer footer links replace the prerendered ones', () => {
  expect(showLinks([createElement('Old', '/en/old')], [NEWS])).toEqual([
    ['News', '/en/news/detail'],
  ])
})

test('a link to a disabled section or a missing page stays text in the footer', () => {
  const prerendered = [createElement('News', '/en/news/detail'), createElement('For venues')]
  expect(showLinks(prerendered, [NEWS, VENUES])).toEqual([
    ['News', '/en/news/detail'],
    ['For venues', undefined],
  ])
  const added = { label: 'Stage door', href: '/about/about' }
  expect(showLinks(prerendered, [added, VENUES])).toEqual([
    ['Stage door', '/en/about/about'],
    ['For venues', undefined],
  ])
})

afterEach(() => void vi.unstubAllGlobals())

/** Shows a rich text in a footer with a prerendered one. @returns the paragraphs that replace it */
function showText(textContent: string, foot_content: string | object[]): string[] | null {
  let shown: string[] | null = null
  const replaceChildren = (...children: Element[]) => {
    shown = children.map((child) => child.textContent)
  }
  const root = {
    createElement: () => createElement(),
    querySelector: (selector: string) =>
      selector.includes('text') ? { textContent, replaceChildren } : null,
  } as unknown as Document
  const site = { foot_content, user_agreement_file: '', privacy_policy_file: '' }
  showSite(root, { site, links: [] }, (href) => href)
  return shown
}

const createSpans = (text: string) => [{ text }]
const LIST = {
  type: 'list',
  style: 'bulleted',
  items: [createSpans('By tram'), createSpans('By boat')],
}
const NESTED = {
  type: 'nested_list',
  items: [
    { content: createSpans('Daily'), list: { items: [{ content: createSpans('from noon') }] } },
  ],
}
const BUTTON = { type: 'button', label: 'Visit us', href: '/about/about', note: 'Open daily' }
const QUOTE = { type: 'quote', text: 'All the world', source: 'Shakespeare' }
const IMAGE = { type: 'image', image: { url: '/a.jpg', alt: 'Façade' }, caption: 'The house' }

test('a newer text replaces the prerendered one, and the same text keeps its markup', () => {
  const paragraph = { type: 'paragraph', content: [{ text: 'The ' }, { text: 'house' }] }
  expect(showText('The old house', [paragraph])).toEqual(['The house'])
  expect(showText(' The house ', [paragraph])).toBeNull()
  expect(showText('By tram By boat Daily from noon', [LIST, NESTED])).toBeNull()
  const texts = 'Visit us Open daily All the world Shakespeare The house'
  expect(showText(texts, [BUTTON, QUOTE, IMAGE])).toBeNull()
  expect(showText('', [BUTTON, { ...IMAGE, caption: null }])).toEqual(['Visit usOpen daily', ''])
})

test('HTML may have text outside of paragraphs, and comments', () => {
  const comment = { ...createElement(' more '), nodeName: '#comment' }
  const texts = ['\n', 'The house', ' since 1920', '\n'].map((text) => createElement(text))
  const childNodes = [comment, ...texts]
  const parseFromString = () => ({ body: { childNodes, children: texts.slice(2, 3) } })
  vi.stubGlobal('DOMParser', function Parser() {
    return { parseFromString }
  })
  const html = '<!-- more -->\nThe house<b> since 1920</b>\n'
  expect(showText('The house since 1920', html)).toBeNull()
  expect(showText('', html)).toEqual(['The house', ' since 1920'])
})
