import { expect, inject, test } from 'vitest'
import { readPages } from '#tests/support/release.ts'

const { release } = inject('stack')
const pages = readPages(release)

test('every page loads the client script of third-party sign-in', { tags: ['S2.73'] }, () => {
  expect(pages.length).toBeGreaterThan(100)
  const faults = pages.filter(({ root }) => {
    const state = root.getElementById('page-state')?.text ?? '{}'
    const { config } = JSON.parse(state) as { config?: { sign_in?: string[] } }
    const loaders = root
      .querySelectorAll('script[type="module"]')
      .filter(({ text }) => text.includes('sign_in'))
    return config?.sign_in?.join() !== '/api/sign-in/client.js' || loaders.length !== 1
  })
  expect(faults.map(({ file }) => file)).toEqual([])
})

test(
  'the third-party sign-in script is loaded by a small inline loader only',
  { tags: ['S2.73'] },
  () => {
    for (const { file, root } of pages) {
      const scripts = root.querySelectorAll('script[src]').map((one) => one.getAttribute('src'))
      expect([file, scripts.filter((src) => src?.includes('sign-in'))]).toEqual([file, []])
    }
    const loader = pages[0]?.root
      .querySelectorAll('script[type="module"]')
      .find(({ text }) => text.includes('sign_in'))
    expect(loader?.text.length).toBeLessThan(1024)
  },
)
