import { expect, inject, test } from 'vitest'
import { readPages } from '#tests/support/release.ts'

const { release, site } = inject('stack')

test('every link leads to a page that answers 200, and none to an internal file path', async () => {
  const links = new Map<string, string>()
  for (const { file, root } of readPages(release)) {
    for (const link of root.querySelectorAll('a[href]')) {
      const href = link.getAttribute('href') ?? ''
      if (href.startsWith('/')) links.set(href.replaceAll('&amp;', '&'), file)
    }
  }
  expect(links.size).toBeGreaterThan(200)
  const faults: string[] = []
  for (const [href, file] of links) {
    // Screens that later parts bring stand as frames; those with an item have none yet.
    if (/\/(course\/form|course\/activity-form|drama\/buyTicket)\?/.test(href)) continue
    const response = await fetch(site + href, { redirect: 'manual' })
    await response.arrayBuffer()
    if (response.status !== 200) faults.push(`${file}: ${href} answers ${response.status}`)
  }
  expect(faults).toEqual([])
})
