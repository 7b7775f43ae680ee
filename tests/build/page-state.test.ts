import { expect, inject, test } from 'vitest'
import { getPrefix, SITE_LOCALES } from '#i18n/locales.ts'
import { ERROR_PAGE, ROUTES } from '#routes.ts'
import { readPages } from '#tests/support/release.ts'

const { release } = inject('stack')
const ADDRESSES = new Set<string>([...ROUTES.map(({ path }) => path), ERROR_PAGE])

test('every page contains the page-state object with its seven fields', { tags: ['S3.05'] }, () => {
  const pages = readPages(release)
  expect(pages.length).toBeGreaterThan(100)
  for (const { file, locale, root } of pages) {
    const scripts = root.querySelectorAll('#page-state')
    expect(scripts, file).toHaveLength(1)
    const state = JSON.parse(scripts[0]?.text ?? '') as Record<string, unknown>
    expect(Object.keys(state).toSorted(), file).toEqual(
      ['config', 'data', 'error', 'fetch', 'layout', 'routePath', 'serverRendered'].toSorted(),
    )
    expect(state, file).toMatchObject({ serverRendered: true, config: { locale } })
    expect(ADDRESSES, file).toContain(state['routePath'])
  }
})

test(
  'the page state contains the language, the behaviours and the query of the item',
  { tags: ['S3.05'] },
  () => {
    for (const locale of SITE_LOCALES) {
      const prefix = getPrefix(locale)
      const page = readPages(release).find(
        ({ file }) => `/${file}` === `${prefix}/drama/detail/1.html`,
      )
      const state: unknown = JSON.parse(page?.root.querySelector('#page-state')?.text ?? 'null')
      expect(state).toMatchObject({
        config: {
          locale,
          prefix,
          behaviours: { prefetchIdleMs: 2000, revealThreshold: 0.05, barHideMs: 500 },
        },
        data: { title: expect.any(String), query: { id: 1 }, subject: 'performance' },
        layout: 'content',
        error: null,
        routePath: '/drama/detail',
      })
    }
  },
)

test('pages with islands contain the initial init data', { tags: ['S3.05'] }, () => {
  const page = readPages(release).find(({ file }) => file === 'login.html')
  const state: unknown = JSON.parse(page?.root.querySelector('#page-state')?.text ?? 'null')
  expect(state).toMatchObject({
    fetch: { init: { citys: expect.any(Array), default_city: { id: expect.any(Number) } } },
  })
})
