import { expect, test } from 'vitest'
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
