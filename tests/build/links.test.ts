import { expect, inject, test } from 'vitest'
import { stripLocale } from '#i18n/paths.ts'
import { ROUTES } from '#routes.ts'
import { readPages } from '#tests/support/release.ts'

const { release, site } = inject('stack')
const ORDER_PAGES = new Set<string>(
  ROUTES.filter(({ item }) => item === 'order').map(({ path }) => path),
)
/** Completes links to order pages, to which a script adds the order number. */
const addNumber = (href: string): string =>
  ORDER_PAGES.has(stripLocale(href)) ? `${href}?id=A1B2C3D4` : href
const LOADER_PAGES = new Set(
  ROUTES.filter(({ item }) => item === 'required').map(({ path }) => `${path.slice(1)}.html`),
)

test('every internal link responds with status 200', async () => {
  const links = new Map<string, string>()
  for (const { file, root } of readPages(release)) {
    // Skips the fallback pages for hosts without rewriting.
    if (LOADER_PAGES.has(stripLocale(`/${file}`).slice(1))) continue
    for (const link of root.querySelectorAll('a[href]')) {
      const href = link.getAttribute('href') ?? ''
      if (href.startsWith('/')) links.set(addNumber(href.replaceAll('&amp;', '&')), file)
    }
  }
  expect(links.size).toBeGreaterThan(200)
  const faults: string[] = []
  for (const [href, file] of links) {
    const response = await fetch(site + href, { redirect: 'manual' })
    await response.arrayBuffer()
    if (response.status !== 200) faults.push(`${file}: ${href} responds with ${response.status}`)
  }
  expect(faults).toEqual([])
})

test('links of pages for embedding leave the frame', () => {
  const pages = readPages(release).filter(({ file }) => file.includes('/custom-el'))
  expect(pages.length).toBeGreaterThan(20)
  for (const { file, root } of pages)
    expect(root.querySelector('base')?.getAttribute('target'), file).toBe('_top')
})
